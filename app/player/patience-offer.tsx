import { InBrowser } from "../ui/in-browser.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { usePlayer } from "./player-provider.tsx";

const PatienceChoice = lazyPart(() => import("./patience-choice.tsx"));

/** Shown above the bar when the sound has stopped too often: offers smooth playback. */
export function PatienceOffer() {
  const isOffered = usePlayer((state) => state.isPatienceOffered);
  return (
    <output className="absolute inset-x-0 bottom-full block">
      {isOffered && (
        <InBrowser>
          <PatienceChoice />
        </InBrowser>
      )}
    </output>
  );
}
