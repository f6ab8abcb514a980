import type { ReactNode } from "react";
import { TickRule } from "#app/ui/ticks.tsx";
import { BackButton, Panel } from "./panel.tsx";
import type { Promo } from "./shapes.ts";

/** What is true today of each side of the product; what was announced and is not here is called so (decision 11). */
const texts: Record<Promo, { title: string; body: ReactNode }> = {
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
        <p>
          Donations to performers were announced as coming in 2020. They are not here yet: whatever you hear
          costs you nothing and leads to no payment.
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
        <p>Bring people with a link of your own, and each who registers by it counts for you.</p>
        <p>
          Announced as coming in 2020: platform tokens from tips and subscriptions, recruitment rewards, and
          label payouts. None of it is here yet: no money changes hands on Cue today, neither yours nor your
          listeners'.
        </p>
      </>
    ),
  },
};

export function PromoPanel({ promo, onBack }: { promo: Promo; onBack: () => void }) {
  const { title, body } = texts[promo];
  return (
    <Panel title={title} lead={<TickRule className="mt-4" />} takesFocus={false}>
      <div className="space-y-4 text-16 text-ink-2">{body}</div>
      <div className="mt-6">
        <BackButton onBack={onBack} />
      </div>
    </Panel>
  );
}
