import { createMiddleware } from "hono/factory";
import type { Call } from "#app/call.ts";
import { AppError } from "#app/errors.ts";
import { changesStateOf } from "../changes-state.ts";
import type { HonoEnv } from "../hono.ts";
import { ownOrigin } from "../own-host.ts";
import { presentedCredential } from "../session.ts";

/**
 * A call that changes something and may have been made by a browser with a cookie must come from this site. A bearer
 * token is sufficient proof: no browser attaches one by accident.
 */
export function requireSameOrigin(calls: readonly Call[]) {
  const isStateful = changesStateOf(calls);
  return createMiddleware<HonoEnv>(async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const changesState = isStateful(c.req.method, c.req.path);
    const credential = presentedCredential(c.req.raw, c.env);
    if (changesState && credential?.kind !== "bearer") {
      const hasCookie = credential?.kind === "cookie";
      const isOurs = isSameOrigin(c.req.raw, ownOrigin(c.env));
      // Clients without a cookie (log-in, registration) send neither header, and there is no session to abuse.
      const isAllowed = isOurs ?? !hasCookie;
      const isAsked = !isRead || !hasCookie || c.req.header("x-cue") === "1";
      if (!isAllowed || !isAsked) throw new AppError("forbidden-origin");
    }
    await next();
  });
}

/** Undefined where the request says nothing about its origin. */
function isSameOrigin(request: Request, own: string): boolean | undefined {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  return origin === null ? undefined : origin === own;
}
