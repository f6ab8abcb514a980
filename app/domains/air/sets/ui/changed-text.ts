import { clockTime } from "#app/ui/time-format.ts";
import type { ViewerClock } from "#app/ui/viewer-clock.ts";
import type { SetView } from "../../schedule/contract/sets.ts";
import type { SetChangeView } from "../contract/changes.ts";

type Times = Pick<SetView, "startTime" | "endTime">;

/** Returns the text of a toast after a change of a set: of an extension, until when it is, in the reader's clock. */
export function changedText(
  before: Times,
  after: Times & Pick<SetChangeView, "message">,
  { zone, hour12 }: ViewerClock,
): string {
  const isExtended =
    after.startTime === before.startTime &&
    before.endTime !== null &&
    after.endTime !== null &&
    after.endTime > before.endTime;
  return isExtended ? `Extended to ${clockTime(after.endTime ?? 0, zone, hour12)}` : after.message;
}
