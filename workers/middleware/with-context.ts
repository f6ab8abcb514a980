import { createMiddleware } from "hono/factory";
import type { Viewer } from "#app/context.ts";
import { statusLimits } from "#app/domains/status/contract.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { createAppContext } from "../context.ts";
import type { HonoEnv } from "../hono.ts";
import { createLog } from "../log.ts";
import { findViewer } from "../session.ts";

/** Embeds are read by people who never asked for them to know who they are: no cookie is looked at there. */
export const isEmbed = (path: string) => path.startsWith("/player/");

/** What says whether the database answers must answer while it does not: then it knows no one. */
const isStatus = (path: string) => ["/api/status", "/status", "/status.data"].includes(path);

async function findWho(request: Request, env: Env, path: string): Promise<Viewer | null> {
  if (isEmbed(path)) return null;
  if (!isStatus(path)) return findViewer(request, env);
  return withTimeout(statusLimits.checkMs, findViewer(request, env)).catch((error: unknown) => {
    createLog().warn("viewer-unknown", { path, reason: String(error) });
    return null;
  });
}

/** Puts what operations work with on the request. */
export const withContext = createMiddleware<HonoEnv>(async (c, next) => {
  const viewer = await findWho(c.req.raw, c.env, c.req.path);
  const app = createAppContext(c.req.raw, c.env, viewer, {
    requestId: c.get("requestId"),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("app", app);
  await next();
  // Whatever could hold something personal is kept by no one on the way.
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
});
