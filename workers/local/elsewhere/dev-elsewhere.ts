import { Hono } from "hono";
import * as z from "zod/mini";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../../hono.ts";
import { checkInput } from "../../input.ts";
import type { Simulators } from "./simulators.ts";

const FaultInput = z.object({
  count: z.number().check(z.int(), z.gte(1), z.lte(1_000)),
  /** An HTTP status; 403 is the rate limit, 401 a dead token, 0 a broken connection. */
  status: z.number().check(z.int(), z.gte(0), z.lte(599)),
  /** Only requests whose path contains this, such as `/upload/`. */
  path: z.optional(z.string()),
  /** Seconds. */
  retryAfter: z.optional(z.number().check(z.int(), z.gte(0))),
  /** The request takes effect: only its response is lost. */
  isHandled: z.optional(z.boolean()),
});

export function simulators(env: Env): DurableObjectStub<Simulators> {
  if (env.ELSEWHERE === undefined) throw new AppError("not-found");
  return env.ELSEWHERE.getByName("elsewhere");
}

/** Mounted at /dev: the services on which users link accounts, and what these received, newest first. */
export const devElsewhere = new Hono<HonoEnv>()
  .get("/elsewhere.json", async (c) => c.json(await simulators(c.env).requests()))
  .post("/elsewhere/mixcloud/fail", checkInput("json", FaultInput), async (c) => {
    const { count, status, path = "", retryAfter = null, isHandled = false } = c.req.valid("json");
    await simulators(c.env).failNext({ count, status, path, retryAfterS: retryAfter, isHandled });
    return c.json(true);
  })
  .all("/elsewhere/mixcloud/*", async (c) => {
    const response = await simulators(c.env).fetch(c.req.raw);
    // Its headers are added to those of every page.
    return new Response(response.body, response);
  });
