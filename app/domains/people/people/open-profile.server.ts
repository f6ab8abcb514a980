import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { isIdShaped } from "#db/id-shape.ts";
import { foldUsername } from "../accounts/rules.ts";
import type { MyProfileView } from "./contract/my-profile.ts";
import type { PersonView, ProfileInput, ProfileView } from "./contract/people.ts";
import { openMyProfile, presentMyProfile } from "./my-profile.server.ts";
import { presentProfile } from "./present-profile.server.ts";
import { findPerson, findProfile, type PersonKey } from "./queries/people.ts";
import { toPersonView } from "./views.ts";

/** A person as everyone may see them. Throws `not-found`. */
export async function getPerson(
  ctx: Pick<AppContext, "db">,
  userId: string,
): Promise<PersonView & { bio: string }> {
  const row = await findPerson(ctx.db, { id: userId });
  if (row === undefined) throw new AppError("not-found");
  return { ...toPersonView(row), bio: row.bio };
}

/** Returns the same as `getPerson`, by what the address of a page names: a user id, or a username. */
export async function openPerson(ctx: Pick<AppContext, "db">, user: string): Promise<PersonView> {
  const row = await findByIdOrName(user, (by) => findPerson(ctx.db, by));
  if (row === undefined) throw new AppError("not-found");
  return toPersonView(row);
}

/**
 * A person's page, by user id or by username (with dashes for spaces, as in a player's address); one's own where no one
 * is named, with the parts that only its owner sees. Throws `not-found`, also for a banned account, and `authorization`
 * where no one is named and no one is signed in.
 */
export async function openProfile(
  ctx: AppContext,
  input: ProfileInput,
): Promise<ProfileView | MyProfileView> {
  if (input.user === undefined) return openMyProfile(ctx);
  const row = await findByIdOrName(input.user, (by) => findProfile(ctx.db, by));
  if (row === undefined) throw new AppError("not-found");
  return row.id === ctx.viewer?.id ? presentMyProfile(ctx, row) : presentProfile(ctx, row);
}

/** Finds by user id, otherwise by username, also with dashes for spaces. Text that looks like an id is not a name. */
async function findByIdOrName<Row>(
  user: string,
  find: (by: PersonKey) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const row = await find({ id: user });
  if (row !== undefined || isIdShaped(user)) return row;
  return (
    (await find({ usernameKey: foldUsername(user) })) ??
    (await find({ usernameKey: foldUsername(user.replaceAll("-", " ")) }))
  );
}
