import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { isIdShaped } from "#db/id-shape.ts";
import { findPerson, findProfile, type ProfileRow } from "#db/queries/people.ts";
import { foldUsername } from "../accounts/rules.ts";
import type { MyProfileView } from "./contract/my-profile.ts";
import type { PersonView, ProfileInput, ProfileView } from "./contract/people.ts";
import { openMyProfile, presentMyProfile } from "./my-profile.server.ts";
import { presentProfile } from "./present-profile.server.ts";
import { toPersonView } from "./views.ts";

/** A person as everyone may see them. Throws `not-found`. */
export async function getPerson(ctx: AppContext, userId: string): Promise<PersonView & { bio: string }> {
  const row = await findPerson(ctx.db, userId);
  if (row === undefined) throw new AppError("not-found");
  return { ...toPersonView(row), bio: row.bio };
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
  const row = (await findProfile(ctx.db, { id: input.user })) ?? (await findByName(ctx, input.user));
  if (row === undefined) throw new AppError("not-found");
  return row.id === ctx.viewer?.id ? presentMyProfile(ctx, row) : presentProfile(ctx, row);
}

/** Text that looks like an id is not a name. */
async function findByName(ctx: AppContext, name: string): Promise<ProfileRow | undefined> {
  if (isIdShaped(name)) return undefined;
  return (
    (await findProfile(ctx.db, { usernameKey: foldUsername(name) })) ??
    (await findProfile(ctx.db, { usernameKey: foldUsername(name.replaceAll("-", " ")) }))
  );
}
