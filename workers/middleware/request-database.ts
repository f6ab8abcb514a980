import { createMiddleware } from "hono/factory";
import type { Call } from "#app/call.ts";
import { changesStateOf } from "../changes-state.ts";
import type { HonoEnv } from "../hono.ts";
import { bookmarkCookie, openRequestDatabase, readsOf } from "../request-database.ts";

/** Replaces the database of the request: reads run near the caller, and those who write read their own writes. */
export function requestDatabase(calls: readonly Call[]) {
  const changesState = changesStateOf(calls);
  return createMiddleware<HonoEnv>(async (c, next) => {
    const writes = changesState(c.req.method, c.req.path);
    const { database, bookmark } = openRequestDatabase(c.env.DB, readsOf(c.req.raw, c.env, { writes }));
    c.env = { ...c.env, DB: database };
    await next();
    const cookie = writes ? bookmarkCookie(c.req.raw, c.res, c.env, bookmark()) : null;
    if (cookie !== null) c.header("set-cookie", cookie, { append: true });
  });
}
