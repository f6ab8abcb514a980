import type { Hono } from "hono";
import { openAPIRouteHandler } from "hono-openapi";
import type { HonoEnv } from "../hono.ts";
import { cookieName } from "../session.ts";

/**
 * The description of every call, OpenAPI 3.1, from the same schemas that read and write them. Takes the root app,
 * because only there the paths are whole; asked for at request time, so everything is mounted by then.
 */
export function openApiDocument(app: Hono<HonoEnv>) {
  return openAPIRouteHandler(app, {
    // For operators alone, who have their own page of words, and what only a local copy has.
    exclude: [/^\/api\/operator\//, /^\/dev\//],
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Cue Music",
        version: "1",
        description: "Live audio from performers to listeners. Times are epoch milliseconds.",
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          session: { type: "apiKey", in: "cookie", name: cookieName({ CUE_MODE: "production" }) },
        },
      },
    },
  });
}
