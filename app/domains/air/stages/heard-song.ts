import { isUnheard } from "../schedule/set-state.ts";
import type { StageView } from "./contract/stages.ts";

type Song = Pick<StageView, "currentTitle" | "currentArtist">;

/** Returns the song for readers who see no state beside it: none while nothing is heard. */
export function heardSong({ state, currentTitle, currentArtist }: Song & Pick<StageView, "state">): Song {
  return isUnheard(state) ? { currentTitle: null, currentArtist: null } : { currentTitle, currentArtist };
}
