import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import type { LandingTab } from "./shapes.ts";

/** What is true today of each side of the product. */
const texts: Record<Exclude<LandingTab, "login">, { title: string; body: ReactNode }> = {
  listen: {
    title: "Hear musicians and DJs worldwide, free",
    body: (
      <>
        <p>
          Open a stage and press play. The sound reaches you a fraction of a second after it leaves the booth,
          so what you write in the chat lands while the moment is still there.
        </p>
        <p>
          Keep a track with the heart: it is credited to the one you were hearing. Cheer the performer.
          Subscribe to the stages you come back to.
        </p>
      </>
    ),
  },
  perform: {
    title: "Broadcast live with the software you already play on",
    body: (
      <>
        <p>
          Traktor, VirtualDJ, Mixxx, BUTT, ffmpeg: whatever speaks to an Icecast server works. Enter an
          address, a mount and a password that are yours alone, and you are on air within ten seconds.
        </p>
        <p>
          You see level, silence and bitrate as listeners get them. When your set on a stage ends, the next
          performer takes over and nobody has to reconnect.
        </p>
      </>
    ),
  },
  earn: {
    title: "Earn a crowd that is counted honestly",
    body: (
      <>
        <p>
          Every play, favorite and cheer is counted once, at the listener's player, and credited to the
          performer who was on air. Those numbers are yours: they stand on your profile and on each stage you
          played.
        </p>
        <p>No money changes hands on Cue today, neither yours nor your listeners'.</p>
      </>
    ),
  },
};

export function Promo({ tab, onBack }: { tab: Exclude<LandingTab, "login">; onBack: () => void }) {
  const { title, body } = texts[tab];
  return (
    <section aria-labelledby="promo-title" className="max-w-xl">
      <h2 id="promo-title" className="display text-28">
        {title}
      </h2>
      <TickRule className="my-5" />
      <div className="space-y-4 text-16 text-ink-2">{body}</div>
      <Button
        tone="quiet"
        className="mt-6"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        onClick={onBack}
      >
        Back
      </Button>
    </section>
  );
}
