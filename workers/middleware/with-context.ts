import { createMiddleware } from "hono/factory";
import type { Viewer } from "#app/context.ts";
import { statusLimits } from "#app/domains/outside/status/contract.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { createAppContext } from "../context.ts";
import type { HonoEnv } from "../hono.ts";
import { createLog } from "../log.ts";
import { findViewer } from "../session.ts";

/** Embeds are shown on other sites, where a listener does not expect to be recognized: cookies are ignored. */
export const isEmbed = (path: string) => path.startsWith("/player/");

/** The status of the database must be readable while the database is unavailable: the viewer is then unknown. */
const isStatus = (path: string) => ["/api/status", "/status", "/status.data"].includes(path);

async function findWho(request: Request, env: Env, path: string): Promise<Viewer | null> {
  if (isEmbed(path)) return null;
  if (!isStatus(path)) return findViewer(request, env);
  return withTimeout(statusLimits.checkMs, findViewer(request, env)).catch((error: unknown) => {
    createLog().warn("viewer-unknown", { path, reason: String(error) });
    return null;
  });
}

/** Adds the `AppContext` to the request. */
export const withContext = createMiddleware<HonoEnv>(async (c, next) => {
  const viewer = await findWho(c.req.raw, c.env, c.req.path);
  const app = createAppContext(c.req.raw, c.env, viewer, {
    requestId: c.get("requestId"),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("app", app);
  await next();
  // Responses may contain personal data, so they are not cached unless a handler says so.
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
});
