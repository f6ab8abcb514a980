import type { Context, Hono } from "hono";
import { generateSpecs, loadVendor, resolver } from "hono-openapi";
import * as z from "zod/mini";
import { toJSONSchema } from "zod/v4/core";
import type { HonoEnv } from "../hono.ts";
import { ownOrigin } from "../own-host.ts";
import { cookieName } from "../session.ts";
import { openTag } from "./serve.ts";

type Converter = NonNullable<Parameters<typeof loadVendor>[1]["toJSONSchema"]>;

// The library imports its converters while it writes a description, and one request cannot wait for what another one
// imports. Its types are for an older draft of JSON Schema than the one it returns.
loadVendor("zod", { toJSONSchema: toJSONSchema as Converter });
await resolver(z.string()).toOpenAPISchema();

/**
 * The description of every call, OpenAPI 3.1, from the same schemas that parse and write them. Takes the root app,
 * because only there the paths are complete; called at request time, so everything is mounted by then.
 */
export function openApiDocument(app: Hono<HonoEnv>) {
  let calls: Awaited<ReturnType<typeof describeCalls>> | undefined;
  return async (c: Context<HonoEnv>) => {
    calls ??= await describeCalls(app);
    return c.json({ ...calls, servers: [{ url: ownOrigin(c.env) }] });
  };
}

function describeCalls(app: Hono<HonoEnv>) {
  return generateSpecs(app, {
    // Operators have a separate page for their calls; /dev exists only in a local copy.
    exclude: [/^\/api\/operator\//, /^\/dev\//],
    // Tables and other files are calls like all others.
    excludeStaticFile: false,
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Cue Music",
        version: "1",
        description: "Live audio from performers to listeners. Times are epoch milliseconds.",
      },
      tags: [openTag],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          session: { type: "apiKey", in: "cookie", name: cookieName({ CUE_MODE: "production" }) },
        },
      },
    },
  });
}
