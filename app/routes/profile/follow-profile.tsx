import { callApi } from "#app/api-client.ts";
import { openProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on a performer's numbers as they change. */
export default function FollowProfile({
  performerId: user,
  place,
  onChange,
}: {
  performerId: string;
  /** Path of the room that carries their sound; with it, what is told changes. */
  place: string | null;
  onChange: (profile: ProfileView) => void;
}) {
  const read = async () => ProfileView.parse(await callApi(openProfileCall, { user }));
  useUpdates(`${openProfileCall.path} ${user} ${place}`, read, onChange);
  return null;
}
