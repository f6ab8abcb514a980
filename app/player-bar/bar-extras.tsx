import { SpotifyHost } from "../domains/music/spotify/ui/spotify-host.tsx";
import { SleepChip } from "./player-options-button.tsx";

/** What the bar has that no one sees before a press. */
export default function BarExtras() {
  return (
    <>
      <SleepChip />
      <SpotifyHost />
    </>
  );
}
