import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import type { HonoEnv } from "../hono.ts";

const allow = cors({
  // Never with credentials: a page of another site reads what a guest reads.
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  // Scripts that keep answers themselves ask again with it.
  allowHeaders: ["If-None-Match"],
  exposeHeaders: ["ETag", "Retry-After"],
  maxAge: 86_400,
});

/** 304 where the answer is still what the caller has. */
const validate = etag({
  retainedHeaders: [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "etag",
    "vary",
  ],
});

/** Pages of any site may read the answers of these calls, refusals as well. */
export const openToAllOrigins = createMiddleware<HonoEnv>((c, next) =>
  allow(c, async () => void (await validate(c, next))),
);
