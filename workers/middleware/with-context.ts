import { createMiddleware } from "hono/factory";
import { createAppContext } from "../context.ts";
import type { HonoEnv } from "../hono.ts";
import { findViewer } from "../session.ts";

/** Embeds are read by people who never asked for them to know who they are: no cookie is looked at there. */
export const isEmbed = (path: string) => path.startsWith("/player/");

/** Puts what operations work with on the request. */
export const withContext = createMiddleware<HonoEnv>(async (c, next) => {
  const viewer = isEmbed(c.req.path) ? null : await findViewer(c.req.raw, c.env);
  const app = createAppContext(c.req.raw, c.env, viewer, {
    requestId: c.get("requestId"),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("app", app);
  await next();
  // Whatever could hold something personal is kept by nobody on the way.
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
});
