import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on the next sets of a performer as they are moved, extended or late. */
export default function FollowUpcoming({
  performerId: user,
  place,
  onChange,
}: {
  performerId: string;
  /** Path of the room that carries their sound; with it, what is told changes. */
  place: string | null;
  onChange: (sets: SetView[]) => void;
}) {
  const { path } = listUserUpcomingSetsCall;
  useUpdates(`${path} ${user} ${place}`, () => callApi(listUserUpcomingSetsCall, { user }), onChange);
  return null;
}
