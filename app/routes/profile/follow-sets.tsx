import { callApi } from "#app/api-client.ts";
import { listLatestSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import type { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on the latest performances of a performer as they end. */
export default function FollowSets({
  performerId: user,
  place,
  onChange,
}: {
  performerId: string;
  /** Path of the room that carries their sound; with it, what is told changes. */
  place: string | null;
  onChange: (sets: PlayedSetView[]) => void;
}) {
  const { path } = listLatestSetsCall;
  useUpdates(`${path} ${user} ${place}`, () => callApi(listLatestSetsCall, { user }), onChange);
  return null;
}
