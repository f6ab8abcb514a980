import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "../hono.ts";
import { bodyLimits } from "./json-body.ts";

/**
 * Reads what is left of the body of a request that was answered before it was read: a connection that is closed while
 * bytes are on their way loses the response. Only bodies of a stated length, which a call could have.
 */
export const discardRest = createMiddleware<HonoEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  const bytes = Number(c.req.header("content-length") ?? Number.NaN);
  if (body === null || bodyUsed || body.locked || !(bytes <= bodyLimits.bytes)) return;
  // A caller who is gone needs no response.
  await body.pipeTo(new WritableStream()).catch(() => undefined);
});
