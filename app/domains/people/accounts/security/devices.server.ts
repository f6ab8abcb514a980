import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { NoticeView } from "../contract/accounts.ts";
import type { DeviceView, EndSessionInput } from "../contract/security.ts";
import { requireViewer } from "../guards.ts";
import { deleteOtherSessions, listSessions } from "../queries/devices.ts";
import { deleteSession } from "../queries/sessions.ts";
import { hashToken } from "../token.ts";
import { nameDevice } from "./device-name.server.ts";

/**
 * Lists the devices on which the user is signed in: the requesting device first, then the most recently used. Throws
 * `authorization`.
 */
export async function listDevices(ctx: Pick<AppContext, "clock" | "db" | "viewer">): Promise<DeviceView[]> {
  const viewer = requireViewer(ctx);
  const sessions = await listSessions(ctx.db, viewer.id, ctx.clock.now());
  const devices = await Promise.all(
    sessions.map(async (session) => ({
      id: await deviceId(session.tokenHash),
      isCurrent: session.tokenHash === viewer.sessionHash,
      name: nameDevice(session.userAgent),
      country: session.country,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
    })),
  );
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Signs one of the user's devices out; its sockets close. Throws `authorization`, `not-found` for a session that has
 * ended or is someone else's.
 */
export async function endSession(ctx: AppContext, input: EndSessionInput): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  const sessions = await listSessions(ctx.db, viewer.id, ctx.clock.now());
  for (const { tokenHash } of sessions) {
    if ((await deviceId(tokenHash)) !== input.session) continue;
    await deleteSession(ctx.db, tokenHash);
    await ctx.lobby.dropUser(viewer.id, tokenHash);
    return { type: "confirm", message: "The device is signed out." };
  }
  throw new AppError("not-found");
}

/** Signs out every device except the requesting one; their sockets close. Throws `authorization`. */
export async function endOtherSessions(
  ctx: Pick<AppContext, "db" | "lobby" | "viewer">,
): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  const ended = await deleteOtherSessions(ctx.db, viewer.id, viewer.sessionHash);
  await Promise.all(ended.map((tokenHash) => ctx.lobby.dropUser(viewer.id, tokenHash)));
  return { type: "confirm", message: "All other devices are signed out." };
}

/** The id of a session on pages. The hash under which the database stores it stays on the server. */
async function deviceId(tokenHash: string): Promise<string> {
  return (await hashToken(`device:${tokenHash}`)).slice(0, 32);
}
