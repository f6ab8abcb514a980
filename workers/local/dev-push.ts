import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod/mini";
import { PushSubscriptionInput } from "#app/domains/people/notifications/contract.ts";
import { areBrowserKeys } from "#app/domains/people/notifications/push-key.ts";
import { AppError } from "#app/errors.ts";
import { pushSimulator } from "#durable-objects/push-simulator/local-push-services.ts";
import type { HonoEnv } from "../hono.ts";
import { checkInput } from "../input.ts";
import { devPage } from "./dev-page.ts";

/** A browser; without keys the simulator creates them, and decrypts what arrives. */
const BrowserInput = z.object({ keys: z.optional(PushSubscriptionInput.shape.keys) });

const AnswerInput = z.object({
  endpoint: PushSubscriptionInput.shape.endpoint,
  /** An HTTP status, such as 410 (gone) or 429; 201 accepts pushes again. */
  status: z.number().check(z.int(), z.gte(200), z.lte(599)),
  /** Seconds, for the `retry-after` header. */
  retryAfter: z.optional(z.number().check(z.int(), z.gte(0))),
  /** Number of pushes that get this response; without it all from now on. */
  times: z.optional(z.number().check(z.int(), z.gte(1))),
});

/** Mounted at /dev/push: shows what the push service of a local copy received, and sets its responses. */
export const devPush = new Hono<HonoEnv>()
  .get("/", async (c) => {
    const pushes = await pushSimulator(c.env).pushes();
    return c.html(
      devPage(c, {
        title: "Pushes",
        empty: "Nothing has been pushed to a browser of the simulator yet.",
        entries: pushes.map(
          ({ endpoint, at, status, plain, sealed }) => html`<article>
            <h2>${titleOf(plain) ?? "Sealed"}</h2>
            <p>To ${endpoint}, answered ${status}, <time>${new Date(at).toISOString()}</time></p>
            <pre>${plain ?? sealed}</pre>
          </article>`,
        ),
      }),
    );
  })
  .get("/messages.json", async (c) => {
    const pushes = await pushSimulator(c.env).pushes();
    return c.json(pushes.map(({ plain, ...push }) => ({ ...push, payload: readJson(plain) })));
  })
  .post("/browsers", checkInput("json", BrowserInput), async (c) => {
    const { keys } = c.req.valid("json");
    if (c.get("app").config.pushKey === null || (keys && !areBrowserKeys(keys)))
      throw new AppError("bad-input");
    return c.json(await pushSimulator(c.env).make(keys), 201);
  })
  .post("/answers", checkInput("json", AnswerInput), async (c) => {
    const { endpoint, status, retryAfter = null, times = null } = c.req.valid("json");
    const answer = { status, retryAfterS: retryAfter, times };
    if (!(await pushSimulator(c.env).answerWith(endpoint, answer))) throw new AppError("not-found");
    return c.json({ endpoint, ...answer });
  });

function readJson(plain: string | null): unknown {
  try {
    return plain === null ? null : JSON.parse(plain);
  } catch {
    return plain;
  }
}

const titleOf = (plain: string | null) =>
  z.object({ title: z.string() }).safeParse(readJson(plain)).data?.title;
