import { createMiddleware } from "hono/factory";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { isOwnHost, ownHostByTls, ownOrigin } from "../own-host.ts";

/** Refuses requests to a host name that is not this instance's, before sockets, sound, calls and pages. */
export const ownHostOnly = createMiddleware<HonoEnv>(async (c, next) => {
  if (isOwnHost(c.req.raw, c.env)) return next();
  const upgraded = ownHostByTls(c.req.raw, c.env);
  if (upgraded !== null) return c.redirect(upgraded, 308);
  throw new AppError("wrong-host", {
    message: `This is not an address of this site. Please open ${ownOrigin(c.env)}`,
  });
});
