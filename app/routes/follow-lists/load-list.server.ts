import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/accounts/guards.ts";
import type { PersonView } from "#app/domains/people/contract/people.ts";
import type { FollowPage } from "#app/domains/people/contract/relations.ts";
import { openFollowers, openFollowing } from "#app/domains/people/lists.server.ts";
import { getPerson } from "#app/domains/people/open-profile.server.ts";
import type { FollowList } from "./follow-list-page.tsx";

const open = { following: openFollowing, followers: openFollowers };

/** The first page of a person's list, of the viewer where no one is named. Throws `authorization`, `not-found`. */
export async function loadFollowList(
  app: AppContext,
  list: FollowList,
  user: string | undefined,
): Promise<{ person: PersonView; first: FollowPage; viewerId: string }> {
  const viewer = requireViewer(app);
  const personId = user ?? viewer.id;
  const [{ bio: _, ...person }, first] = await Promise.all([
    getPerson(app, personId),
    open[list](app, { user: personId }),
  ]);
  return { person, first, viewerId: viewer.id };
}
