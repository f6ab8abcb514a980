import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";

type Song = Pick<OnAirView, "currentArtist" | "currentTitle" | "state">;

/** Returns the song that the stage shows as playing; null while it shows none, as when nothing is heard. */
export function currentSong({
  currentArtist,
  currentTitle,
  state,
}: Song): { artist: string; title: string } | null {
  const song = { artist: currentArtist ?? "", title: currentTitle ?? "" };
  return isUnheard(state) || (song.artist === "" && song.title === "") ? null : song;
}
