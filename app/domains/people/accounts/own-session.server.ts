import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { AccountView, NoticeView } from "./contract/accounts.ts";
import { requireViewer } from "./guards.ts";
import * as accounts from "./queries/accounts.ts";
import { deleteSession } from "./queries/sessions.ts";
import { toAccountView } from "./views.ts";

/** Ends only the session of this request: its sockets close, other devices stay signed in. */
export async function logOut(ctx: Pick<AppContext, "db" | "lobby" | "viewer">): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  await deleteSession(ctx.db, viewer.sessionHash);
  await ctx.lobby.dropUser(viewer.id, viewer.sessionHash);
  return { type: "confirm", message: "You are logged out." };
}

/** The signed-in user's own data. Throws `authorization`. */
export async function getMe(ctx: Pick<AppContext, "db" | "viewer">): Promise<AccountView> {
  return toAccountView(await requireUser(ctx, requireViewer(ctx).id));
}

export async function requireUser(ctx: Pick<AppContext, "db">, id: string): Promise<accounts.UserRow> {
  const user = await accounts.findUser(ctx.db, id);
  if (user === undefined) throw new AppError("authorization");
  return user;
}
