import { Disc3, type LucideIcon, Piano } from "lucide-react";
import { Link } from "react-router";
import { TickRule } from "#app/ui/ticks.tsx";

/** Before the stream test: what somebody is decides how they are called, the test is the same. */
export function Onboarding() {
  return (
    <>
      <h1 className="display text-44">Broadcast on Cue</h1>
      <p className="mt-3 max-w-[60ch] text-16 text-ink-2">
        You need some practice with a deck or an instrument, and software that can send sound to an Icecast
        server: Traktor, VirtualDJ, Mixxx, BUTT, ffmpeg or hardware that does the same. A short stream test
        comes first, so that your first listeners hear you and not a cable.
      </p>
      <TickRule className="my-8" />
      <h2 className="display text-28">What do you play?</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        <Choice to="/djs/audiotest?type=dj" icon={Disc3} title="DJ">
          You play and mix tracks.
        </Choice>
        <Choice to="/djs/audiotest?type=musician" icon={Piano} title="Musician">
          You play or sing your own sound.
        </Choice>
      </ul>
    </>
  );
}

function Choice({
  to,
  icon: Icon,
  title,
  children,
}: {
  to: string;
  icon: LucideIcon;
  title: string;
  children: string;
}) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-32 flex-col gap-2 border border-tick bg-raised p-5 transition-colors hover:border-ink hover:bg-control"
      >
        <Icon aria-hidden="true" className="size-8 text-ink-2" />
        <span className="display text-28">{title}</span>
        <span className="text-16 text-ink-2">{children}</span>
      </Link>
    </li>
  );
}
