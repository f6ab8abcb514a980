import { callApi } from "#app/api-client.ts";
import { listOwnReplaysCall, updateReplayCall } from "#app/domains/air/replays/calls.ts";
import type { ReplayRights } from "#app/domains/air/replays/contract.ts";

export interface Recording {
  rights: ReplayRights;
  /** False: these are the rights that a recording of it would get. */
  isThere: boolean;
}

/** The recording of a set of the viewer's. */
export async function loadRecording(set: string): Promise<Recording> {
  const own = await callApi(listOwnReplaysCall);
  const recorded = own.find((replay) => replay.set === set);
  if (recorded) return { rights: recorded.rights, isThere: true };
  // Without a change it only returns what was chosen for the set, otherwise for all sets.
  const { rights } = await callApi(updateReplayCall, { replay: set });
  return { rights, isThere: false };
}

/** True for a recording that will start; with “No one” none does. */
export const isAwaited = ({ isThere, rights }: Recording) => !isThere && rights.visibility !== "never";

/** Time after a set went on air within which its recording starts and is found. */
const startsMs = 30_000;

/** `onAirMs`: how long the set has been on air; null: it is not. */
export function aboutRecording(recording: Recording, onAirMs: number | null): string {
  const starts = "If recording is allowed, it starts seconds after you go on air.";
  if (onAirMs === null) return `Your choice is for this set only. ${starts}`;
  if (recording.isThere)
    return "This set is being recorded. With “No one” the recording stops, and what was recorded is deleted.";
  if (isAwaited(recording) && onAirMs < startsMs) return starts;
  return `This set is not being recorded. ${starts} If you stopped it, choose who can hear it to start again.`;
}
