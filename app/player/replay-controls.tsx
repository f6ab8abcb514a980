import { RotateCcw, RotateCw } from "lucide-react";
import { ServiceControls } from "../domains/spotify/ui/service-controls.tsx";
import { IconButton } from "../ui/button.tsx";
import { playerLimits } from "./limits.ts";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";
import { clockOf } from "./replay-words.ts";
import { SeekSlider } from "./seek-slider.tsx";
import { useReplayPosition } from "./use-replay.ts";

const { stepMs } = playerLimits.replay;

/** What the bar has for a replay: 15 s back and forward, the position, and the slider. Loaded with the first one. */
export default function ReplayControls() {
  const player = usePlayerRequests();
  const duration = usePlayer((state) => state.duration) ?? 0;
  const isBehind = usePlayer(({ source }) => source?.kind === "replay" && source.live !== null);
  const service = usePlayer(({ source }) => (source?.kind === "replay" ? source.service : undefined));
  return (
    <>
      <SeekSlider className="absolute inset-x-0 -top-3 m-0 h-6 w-full cursor-pointer accent-green" />
      <div className="flex shrink-0 items-center">
        <IconButton label="Back 15 Seconds" onClick={() => player.seekBy(-stepMs)}>
          <RotateCcw aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Forward 15 Seconds" onClick={() => player.seekBy(stepMs)}>
          <RotateCw aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {!isBehind && <Progress duration={duration} />}
      {service && <ServiceControls service={service} />}
    </>
  );
}

/** The slider announces the same. */
function Progress({ duration }: { duration: number }) {
  const position = useReplayPosition() ?? 0;
  return (
    <span aria-hidden="true" className="tabular hidden shrink-0 text-14 text-ink-2 sm:inline">
      {clockOf(position)} / {clockOf(duration)}
    </span>
  );
}
