import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "../hono.ts";

const allow = cors({
  // Never with credentials: a page of another site may read only what a guest may read.
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  // Scripts that cache responses themselves use it to revalidate.
  allowHeaders: ["If-None-Match"],
  exposeHeaders: ["ETag", "Retry-After"],
  maxAge: 86_400,
});

/** Responds 304 where the caller's copy is current. */
const validate = etag({
  retainedHeaders: [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "etag",
    "vary",
  ],
});

/** Pages of any site may read the responses of these calls, errors included. */
export const openToAllOrigins = createMiddleware<HonoEnv>((c, next) =>
  allow(c, async () => void (await validate(c, next))),
);
