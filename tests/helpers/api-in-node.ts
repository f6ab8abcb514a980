/** The API for one caller, without a database: what stands before every call is tested in Node. */
import { Hono } from "hono";
import type { AppContext } from "#app/context.ts";
import { api } from "#workers/api/index.ts";
import type { HonoEnv } from "#workers/hono.ts";
import { toErrorResponse } from "#workers/middleware/errors.ts";

/** A call that gets past its guards fails with `unknown`. */
export const apiAs = (viewer: { id: string; isOperator: boolean } | null): Hono<HonoEnv> =>
  new Hono<HonoEnv>()
    .onError(toErrorResponse)
    .use(async (c, next) => {
      c.set("app", { viewer, clientKey: "network", clientShare: 1 } as AppContext);
      await next();
    })
    .route("/api", api);
