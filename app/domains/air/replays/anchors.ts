import type { ReplayDetailsView } from "./contract.ts";
import type { TapeAnchor } from "./tape-index.ts";
import { positionAt } from "./timeline.ts";

type Timed = Readonly<Pick<ReplayDetailsView, "startTime">> & { gaps: Readonly<ReplayDetailsView["gaps"]> };

/** The anchors of a recording, from what its page shows: see `gapsIn`, which is the way back. */
export function anchorsOf({ startTime, gaps }: Timed): TapeAnchor[] {
  let missingMs = 0;
  const later = gaps.map(({ at, duration }) => {
    missingMs += duration;
    return { position: at, at: startTime + at + missingMs };
  });
  return [{ position: 0, at: startTime }, ...later];
}

/** The position of a time as far as the page tells it; 0 before the start. */
export const positionIn = (replay: Timed, at: number): number => positionAt(anchorsOf(replay), at) ?? 0;
