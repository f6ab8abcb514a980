import type { SetState } from "../domains/air/schedule/contract/set-state.ts";
import { isUnheard } from "../domains/air/schedule/set-state.ts";
import { stateInLine, stateTexts } from "../domains/air/schedule/state-texts.ts";
import type { PlayerPhase } from "../player/contract.ts";
import { usePlayer } from "../player/player-provider.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { Lamp, type LampTone } from "../ui/lamp.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

const BehindLive = lazyPart(() => import("../player/behind-live.tsx"));

const words: Record<PlayerPhase, { text: string; tone: LampTone }> = {
  idle: { text: "Stopped", tone: "off" },
  connecting: { text: "Connecting", tone: "off" },
  failed: { text: "No sound, trying again", tone: "red" },
  live: { text: "Live", tone: "green" },
  replay: { text: "Replay", tone: "green" },
  paused: { text: "Paused", tone: "off" },
  reconnecting: { text: "Reconnecting", tone: "amber" },
  cued: { text: "Up next", tone: "amber" },
  ended: { text: "Ended", tone: "off" },
};

/** Phases of the room itself: the listener's own connection comes first. */
const ofRoom: ReadonlySet<PlayerPhase> = new Set<PlayerPhase>(["live", "reconnecting", "cued"]);

/**
 * The state in words, announced when it changes. `state`: that of the room, which says why nothing is heard.
 */
export function PhaseText({ phase, state }: { phase: PlayerPhase; state?: SetState | null | undefined }) {
  const isPast = usePlayer(({ source }) => source?.kind === "replay" && source.live !== null);
  const { text, tone } =
    ofRoom.has(phase) && isUnheard(state)
      ? { text: stateInLine(state), tone: stateTexts[state.name].tone }
      : words[phase];
  return (
    <output className="inline-flex shrink-0 items-center gap-1.5 text-ink-2">
      <Lamp tone={tone} />
      {isPast && phase === "replay" ? <Behind /> : text}
    </output>
  );
}

/** The number is not announced: it may change while nothing else does. */
function Behind() {
  return (
    <>
      <span aria-hidden="true" className="tabular">
        <InBrowser>
          <BehindLive />
        </InBrowser>
        behind
      </span>
      <span className="sr-only">Behind live</span>
    </>
  );
}
