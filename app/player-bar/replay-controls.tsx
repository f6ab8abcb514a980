import clsx from "clsx";
import { ServiceControls } from "../domains/music/spotify/ui/service-controls.tsx";
import { usePlayer } from "../player/player-provider.tsx";
import { clockOf } from "../player/replay-texts.ts";
import { useReplayPosition } from "../player/use-replay.ts";
import { ReplaySteps } from "./replay-steps.tsx";
import { SeekSlider } from "./seek-slider.tsx";

/**
 * Shows the controls for a replay: 15 s back and forward (of what is on air, where there is space for them beside
 * LIVE), the position, and the slider. Loaded with the first one.
 */
export default function ReplayControls() {
  const duration = usePlayer((state) => state.duration) ?? 0;
  const isBehind = usePlayer(({ source }) => source?.kind === "replay" && source.live !== null);
  const service = usePlayer(({ source }) => (source?.kind === "replay" ? source.service : undefined));
  return (
    <>
      <SeekSlider className="absolute inset-x-0 -top-3 m-0 h-6 w-full cursor-pointer accent-green" />
      <div className={clsx("shrink-0 items-center", isBehind ? "hidden md:flex" : "flex")}>
        <ReplaySteps />
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
    <span aria-hidden="true" className="tabular hidden shrink-0 text-14 text-ink-2 md:inline">
      {clockOf(position)} / {clockOf(duration)}
    </span>
  );
}
