import type { ReplayDetailsView } from "./contract.ts";
import type { TapeAnchor } from "./tape-index.ts";

/** The anchors of a recording, from what its page shows: see `gapsIn`, which is the way back. */
export function anchorsOf({
  startTime,
  gaps,
}: Readonly<Pick<ReplayDetailsView, "startTime">> & {
  gaps: Readonly<ReplayDetailsView["gaps"]>;
}): TapeAnchor[] {
  let missingMs = 0;
  const later = gaps.map(({ at, duration }) => {
    missingMs += duration;
    return { position: at, at: startTime + at + missingMs };
  });
  return [{ position: 0, at: startTime }, ...later];
}
