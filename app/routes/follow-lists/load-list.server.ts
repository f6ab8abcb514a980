import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import type { FollowPage } from "#app/domains/people/people/contract/relations.ts";
import { openFollowers, openFollowing } from "#app/domains/people/people/lists.server.ts";
import { openPerson } from "#app/domains/people/people/open-profile.server.ts";
import type { FollowList } from "./follow-list-page.tsx";

const open = { following: openFollowing, followers: openFollowers };

/** The first page of a person's list, of the viewer where no one is named. Throws `authorization`, `not-found`. */
export async function loadFollowList(
  app: AppContext,
  list: FollowList,
  user: string | undefined,
): Promise<{ person: PersonView; first: FollowPage; viewerId: string }> {
  const viewer = requireViewer(app);
  const person = await openPerson(app, user ?? viewer.id);
  return { person, first: await open[list](app, { user: person.id }), viewerId: viewer.id };
}
