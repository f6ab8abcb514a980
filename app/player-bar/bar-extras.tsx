import { SpotifyHost } from "../domains/music/spotify/ui/spotify-host.tsx";
import { SleepChip } from "./player-options-button.tsx";

/** Shows the parts of the bar that no one sees before a press. */
export default function BarExtras() {
  return (
    <>
      <SleepChip />
      <SpotifyHost />
    </>
  );
}
