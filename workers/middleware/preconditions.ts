import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "../hono.ts";
import { checkPreconditions } from "../preconditions.ts";

/**
 * Answers 412 or 304 where the request asks for that, whatever the handler knows of it: everything that is read here is
 * the same kind of resource to a client.
 */
export const preconditions = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  const { method } = c.req;
  const { status, headers, body } = c.res;
  if ((method !== "GET" && method !== "HEAD") || (status !== 200 && status !== 304)) return;
  const outcome = checkPreconditions((name) => c.req.header(name), headers.get("etag"));
  if (outcome === null || outcome === status) return;
  await body?.cancel();
  const kept = new Headers(headers);
  kept.delete("content-length");
  if (outcome === 412) kept.set("content-type", "text/plain; charset=utf-8");
  c.res = undefined;
  c.res = new Response(outcome === 412 ? isAnotherVersion : null, { status: outcome, headers: kept });
});

export const isAnotherVersion = "There is another version of this now.";
