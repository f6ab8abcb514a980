import type { SetState } from "../domains/air/schedule/contract/set-state.ts";
import { isUnheard } from "../domains/air/schedule/set-state.ts";
import type { PlaySource } from "../player/contract.ts";
import { usePlayer, usePlayingRoom } from "../player/player-provider.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

const PatienceChoice = lazyPart(() => import("./patience-choice.tsx"));

/**
 * Whether smooth playback, which was offered because the sound stopped too often, can help: not while the performer is
 * silent or gone, nor while the past is heard.
 */
export function canHelp(source: PlaySource | null, state: SetState | null | undefined): boolean {
  return source?.kind !== "replay" && !isUnheard(state);
}

/** Shown above the bar when the sound has stopped too often: offers smooth playback. */
export function PatienceOffer() {
  const isOffered = usePlayer((state) => state.isPatienceOffered);
  const source = usePlayer((state) => state.source);
  const room = usePlayingRoom();
  return (
    <output className="absolute inset-x-0 bottom-full block">
      {isOffered && canHelp(source, room?.state.state) && (
        <InBrowser>
          <PatienceChoice />
        </InBrowser>
      )}
    </output>
  );
}
