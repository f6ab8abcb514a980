import { RotateCcw, RotateCw } from "lucide-react";
import { playerLimits } from "../player/limits.ts";
import { usePlayerRequests } from "../player/player-provider.tsx";
import { IconButton } from "../ui/button.tsx";

const { stepMs } = playerLimits.replay;

/** 15 s back and forward in a replay. */
export function ReplaySteps() {
  const player = usePlayerRequests();
  return (
    <>
      <IconButton label="Back 15 Seconds" onClick={() => player.replay.seekBy(-stepMs)}>
        <RotateCcw aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label="Forward 15 Seconds" onClick={() => player.replay.seekBy(stepMs)}>
        <RotateCw aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  );
}
