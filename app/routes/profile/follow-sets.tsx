import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listLatestSetsCall } from "#app/domains/air/sets/calls/changes.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import type { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on the next sets of a performer as they are moved, extended or late, and the latest as they end. */
export default function FollowSets({
  performerId: user,
  place,
  onUpcoming,
  onLatest,
}: {
  performerId: string;
  /** Path of the room that carries their sound; with it, what is told changes. */
  place: string | null;
  onUpcoming: (sets: SetView[]) => void;
  onLatest: (sets: PlayedSetView[]) => void;
}) {
  const upcoming = listUserUpcomingSetsCall;
  const latest = listLatestSetsCall;
  useUpdates(`${upcoming.path} ${user} ${place}`, () => callApi(upcoming, { user }), onUpcoming);
  useUpdates(`${latest.path} ${user} ${place}`, () => callApi(latest, { user }), onLatest);
  return null;
}
