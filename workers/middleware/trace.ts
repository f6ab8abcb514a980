import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "../hono.ts";
import { createLog } from "../log.ts";
import { loggedPath } from "./secret-addresses.ts";

/**
 * Gives every request an id, returned as `x-request-id`, and logs one line about it: what, its result, how long it
 * took, who. Only the path, without its secrets: queries can hold one-use tokens.
 */
export const trace = createMiddleware<HonoEnv>(async (c, next) => {
  const requestId = crypto.randomUUID();
  const startedAt = Date.now();
  c.set("requestId", requestId);
  await next();
  c.header("x-request-id", requestId);
  createLog({ requestId }).info("request", {
    method: c.req.method,
    path: loggedPath(c.req.path),
    status: c.res.status,
    ms: Date.now() - startedAt,
    user: c.get("app")?.viewer?.id ?? null,
  });
});
