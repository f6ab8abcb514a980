import { callApi } from "#app/api-client.ts";
import { FollowPage, type FollowView } from "#app/domains/people/contract/relations.ts";
import type { PersonView } from "#app/domains/people/contract.ts";
import { PersonRow, PersonRowSkeleton } from "#app/domains/people/ui/person-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { BackLink } from "../profile/back-link.tsx";

const lists = {
  following: {
    title: "Following",
    call: "/api/users/getFollowingPaginate",
    empty: "Not following any users",
    hint: "Whoever is followed stands here, the latest first.",
    other: (follow: FollowView) => follow.following,
  },
  followers: {
    title: "Followers",
    call: "/api/users/getFollowersPaginate",
    empty: "No followers",
    hint: "Whoever follows stands here, the latest first.",
    other: (follow: FollowView) => follow.user,
  },
} as const;

export type FollowList = keyof typeof lists;

/** Whom a person follows, or who follows them. */
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
      <BackLink to={`/profile/${person.id}`}>{person.username}</BackLink>
      <h1 className="display mb-4 text-44">{title}</h1>
      <EndlessList
        first={first}
        load={(cursor) => callApi(call, { answer: FollowPage, body: { user: person.id, ...cursor } })}
        keyOf={(follow) => follow.id}
        row={(follow) => <PersonRow person={other(follow)} viewerId={viewerId} />}
        skeleton={<PersonRowSkeleton />}
        empty={<EmptyState title={empty}>{hint}</EmptyState>}
      />
    </main>
  );
}
