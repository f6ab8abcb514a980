import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findUser, findUserByName, type UserRow } from "#db/queries/accounts.ts";
import { foldEmail, foldUsername } from "../accounts/rules.ts";
import type { UserAnswer } from "./contract.ts";

/** Whoever a command means, by username, email address or id. Throws `not-found`. */
export async function requireNamed(ctx: AppContext, name: string): Promise<UserRow> {
  const keys = { usernameKey: foldUsername(name), emailKey: foldEmail(name) };
  const user = (await findUserByName(ctx.db, keys)) ?? (await findUser(ctx.db, name));
  if (user === undefined) throw new AppError("not-found", { message: `There is no user “${name}”.` });
  return user;
}

export const toUserAnswer = (user: UserRow): UserAnswer => ({ id: user.id, username: user.username });
