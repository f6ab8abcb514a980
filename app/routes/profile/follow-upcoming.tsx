import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on the next sets of a performer as they are moved, extended or late. */
export default function FollowUpcoming({
  performerId: user,
  onChange,
}: {
  performerId: string;
  onChange: (sets: SetView[]) => void;
}) {
  const { path } = listUserUpcomingSetsCall;
  useUpdates(`${path} ${user}`, () => callApi(listUserUpcomingSetsCall, { user }), onChange);
  return null;
}
