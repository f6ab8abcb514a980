import { callApi } from "#app/api-client.ts";
import { openProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { useUpdates } from "#app/ui/use-updates.ts";

/** Passes on a performer's numbers as they change. */
export default function FollowProfile({
  performerId: user,
  onChange,
}: {
  performerId: string;
  onChange: (profile: ProfileView) => void;
}) {
  const read = async () => ProfileView.parse(await callApi(openProfileCall, { user }));
  useUpdates(`${openProfileCall.path} ${user}`, read, onChange);
  return null;
}
