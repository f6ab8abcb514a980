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
