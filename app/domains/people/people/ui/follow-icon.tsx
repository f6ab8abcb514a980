import { UserCheck, UserPlus } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import type { PersonView } from "../contract/people.ts";
import type { Follows } from "./use-follows.ts";

/**
 * Follows the person beside whose name it is shown. Not shown where the viewer already follows them; once pressed it
 * stays, so that the focus is not lost and a mistake can be undone.
 */
export function FollowIcon({
  person,
  viewerId,
  follows,
}: {
  person: PersonView;
  viewerId: string | null;
  follows: Follows;
}) {
  if (viewerId === null || person.id === viewerId || follows.wasFollowed(person.id)) return null;
  const isFollowed = follows.isFollowed(person.id);
  const Icon = isFollowed ? UserCheck : UserPlus;
  return (
    <IconButton
      label={`${isFollowed ? "Unfollow" : "Follow"} ${person.username}`}
      onClick={() => follows.toggle(person.id)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
