import { usePlayerRequests } from "../player/player-provider.tsx";
import { Button } from "../ui/button.tsx";
import { heightInto } from "../ui/measured.ts";

/** Pages, panels and the chat end above it. */
const measure = heightInto("--offer");

/** Offers smooth playback. The default export of its own chunk. */
export default function PatienceChoice() {
  const player = usePlayerRequests();
  return (
    <span
      ref={measure}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-tick bg-amber-soft px-3 py-1.5 text-14 text-ink sm:px-6"
    >
      <span className="min-w-0 grow basis-60">
        Your connection is unstable. Play 25 seconds behind live to avoid gaps?
      </span>
      <Button onClick={() => player.sound.setPatient(true)}>Play Smoothly</Button>
      <Button tone="bare" onClick={() => player.sound.dismissOffer()}>
        Not Now
      </Button>
    </span>
  );
}
