import type { ReactNode } from "react";
import { TickRule } from "#app/ui/ticks.tsx";
import { BackButton, Panel } from "./panel.tsx";
import type { Promo } from "./shapes.ts";

/** The present facts about each side of the product; what was announced says what became of it (decision 11). */
const texts: Record<Promo, { title: string; body: ReactNode }> = {
  listen: {
    title: "Hear musicians and DJs worldwide, free",
    body: (
      <>
        <p>
          Open a stage and press play. You hear the music a fraction of a second after it is played, so your
          chat messages arrive in the moment.
        </p>
        <p>
          Save a track with the heart, and its performer gets the credit. Cheer the performer. Subscribe to
          the stages you love.
        </p>
        <p>
          Donations to performers were announced as coming in 2020. They are here as tips: send tokens to the
          performer you hear. You earn tokens by listening and never pay for them. Everything you hear is
          free.
        </p>
      </>
    ),
  },
  perform: {
    title: "Broadcast live with the software you already use",
    body: (
      <>
        <p>
          Traktor, VirtualDJ, Mixxx, BUTT, ffmpeg: any software that streams to an Icecast server works. Enter
          your own address, mount and password, and you are on air within ten seconds.
        </p>
        <p>
          You see level, silence and bitrate just as listeners get them. When your set ends, the next
          performer takes over and no one has to reconnect.
        </p>
      </>
    ),
  },
  earn: {
    title: "Earn an audience that is counted honestly",
    body: (
      <>
        <p>
          Every listen, favorite and cheer is counted once and credited to the performer who was on air. Your
          numbers appear on your profile and on each stage you played.
        </p>
        <p>
          Announced as coming in 2020, and here now: platform tokens from tips, recruitment rewards, and label
          payouts. Listeners tip you while you play. Invite people with your own link, and you both earn
          tokens. Operators pay out the tokens of labels. Subscriptions do not pay tokens.
        </p>
        <p>Tokens are points, never bought, sold or cashed out. No one pays or is paid on Cue.</p>
      </>
    ),
  },
};

export default function PromoPanel({ promo, onBack }: { promo: Promo; onBack: () => void }) {
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
