import { isUnheard } from "../domains/schedule/set-state.ts";
import { InBrowser } from "../ui/in-browser.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { usePlayer, usePlayingRoom } from "./player-provider.tsx";

const PatienceChoice = lazyPart(() => import("./patience-choice.tsx"));

/**
 * Shown above the bar when the sound has stopped too often: offers smooth playback, which cannot help while the performer
 * is silent or gone.
 */
export function PatienceOffer() {
  const isOffered = usePlayer((state) => state.isPatienceOffered);
  const room = usePlayingRoom();
  return (
    <output className="absolute inset-x-0 bottom-full block">
      {isOffered && !isUnheard(room?.state.state) && (
        <InBrowser>
          <PatienceChoice />
        </InBrowser>
      )}
    </output>
  );
}
