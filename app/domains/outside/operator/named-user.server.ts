import type { AppContext } from "#app/context.ts";
import {
  findUser,
  findUserByEmail,
  findUserByUsername,
  type UserRow,
} from "#app/domains/people/accounts/queries/accounts.ts";
import { foldEmail, foldUsername } from "#app/domains/people/accounts/rules.ts";
import { AppError } from "#app/errors.ts";
import { isIdShaped } from "#db/id-shape.ts";
import type { UserAnswer } from "./contract/commands.ts";

/**
 * The user that a command names: by exact id first, then by email address or username. Text that looks like an id is
 * only an id: someone may have chosen another person's id in small letters as a name. Throws `not-found`.
 */
export async function requireNamed(ctx: Pick<AppContext, "db">, name: string): Promise<UserRow> {
  const user = (await findUser(ctx.db, name)) ?? (await findByName(ctx, name));
  if (user === undefined) throw new AppError("not-found", { message: `There is no user “${name}”.` });
  return user;
}

async function findByName(ctx: Pick<AppContext, "db">, name: string): Promise<UserRow | undefined> {
  if (isIdShaped(name)) return undefined;
  // A username cannot contain an @.
  if (name.includes("@")) return findUserByEmail(ctx.db, foldEmail(name));
  return findUserByUsername(ctx.db, foldUsername(name));
}

export const toUserAnswer = (user: UserRow): UserAnswer => ({ id: user.id, username: user.username });
