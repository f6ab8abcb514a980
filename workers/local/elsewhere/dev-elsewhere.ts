import { Hono } from "hono";
import * as z from "zod/mini";
import { type Service, services } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../../hono.ts";
import { checkInput } from "../../input.ts";
import type { Simulators } from "./simulators.ts";

const isParty = (name: string): name is Service => (services as readonly string[]).includes(name);

const ClockInput = z.object({ aheadMs: z.number().check(z.int(), z.gte(0)) });

const FaultInput = z.object({
  count: z.number().check(z.int(), z.gte(1), z.lte(1_000)),
  /** An HTTP status; 429 is the rate limit (403 of Mixcloud), 401 a dead token, 0 a broken connection. */
  status: z.number().check(z.int(), z.gte(0), z.lte(599)),
  /** Only requests whose path contains this, such as `/upload/`. */
  path: z.optional(z.string()),
  /** Seconds. */
  retryAfter: z.optional(z.number().check(z.int(), z.gte(0))),
  /** The request takes effect: only its response is lost. */
  isHandled: z.optional(z.boolean()),
  /** Time that the response takes. */
  delayMs: z.optional(z.number().check(z.int(), z.gte(0), z.lte(60_000))),
  /** Instead of the service's own words: this text, or so many bytes. */
  body: z.optional(z.string()),
  bytes: z.optional(z.number().check(z.int(), z.gte(0), z.lte(10_000_000))),
});

export function simulators(env: Env): DurableObjectStub<Simulators> {
  if (env.ELSEWHERE === undefined) throw new AppError("not-found");
  return env.ELSEWHERE.getByName("elsewhere");
}

/** Mounted at /dev: the services on which users link accounts, and what these received, newest first. */
export const devElsewhere = new Hono<HonoEnv>()
  .get("/elsewhere.json", async (c) => {
    const requests = await simulators(c.env).requests();
    return c.body(requests, 200, { "content-type": "application/json" });
  })
  .post("/elsewhere/clock", checkInput("json", ClockInput), async (c) => {
    await simulators(c.env).advanceClock(c.req.valid("json").aheadMs);
    return c.json(true);
  })
  .post("/elsewhere/:party/fail", checkInput("json", FaultInput), async (c) => {
    const party = c.req.param("party");
    if (!isParty(party)) throw new AppError("not-found");
    const { count, status, path = "", retryAfter = null, isHandled = false, ...rest } = c.req.valid("json");
    const { delayMs = 0, body = null, bytes = null } = rest;
    const words = { status, retryAfterS: retryAfter, body, bytes };
    await simulators(c.env).failNext({ party, count, path, isHandled, delayMs, ...words });
    return c.json(true);
  })
  .all("/elsewhere/:party/*", async (c) => {
    const response = await simulators(c.env).fetch(c.req.raw);
    // Its headers are added to those of every page.
    return new Response(response.body, response);
  });
