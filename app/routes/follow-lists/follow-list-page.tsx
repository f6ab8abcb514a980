import { callApi } from "#app/api-client.ts";
import { openFollowersCall, openFollowingCall } from "#app/domains/people/people/calls/relations.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import type { FollowPage, FollowView } from "#app/domains/people/people/contract/relations.ts";
import { PersonRow, PersonRowSkeleton } from "#app/domains/people/people/ui/person-row.tsx";
import { profilePath } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { BackLink } from "../profile/back-link.tsx";

const lists = {
  following: {
    title: "Following",
    call: openFollowingCall,
    empty: "Not following any users",
    hint: "Followed users appear here, newest first.",
    other: (follow: FollowView) => follow.following,
  },
  followers: {
    title: "Followers",
    call: openFollowersCall,
    empty: "No followers",
    hint: "Followers appear here, newest first.",
    other: (follow: FollowView) => follow.user,
  },
} as const;

export type FollowList = keyof typeof lists;

/** Shows the people whom a person follows, or their followers. */
export function FollowListPage({
  list,
  person,
  first,
  viewerId,
}: {
  list: FollowList;
  person: PersonView;
  first: FollowPage;
  viewerId: string;
}) {
  const { title, call, empty, hint, other } = lists[list];
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 pt-2 pb-12 sm:px-8">
      <BackLink to={profilePath(person.id)}>{person.username}</BackLink>
      <h1 className="display mb-4 text-44">{title}</h1>
      <EndlessList
        first={first}
        load={(cursor) => callApi(call, { user: person.id, ...cursor })}
        keyOf={(follow) => follow.id}
        row={(follow) => <PersonRow person={other(follow)} viewerId={viewerId} />}
        skeleton={<PersonRowSkeleton />}
        empty={<EmptyState title={empty}>{hint}</EmptyState>}
      />
    </main>
  );
}
