/**
 * The operators' commands, for `npm run admin`: POST JSON to `/api/operator/<command>` with the operators' key as
 * bearer token; each answers one JSON object, or `{ error, code }` with a 4xx status.
 *
 * | Command          | Body                                                                     | Answer |
 * | ---------------- | ------------------------------------------------------------------------ | ------ |
 * | `make-manager`   | `{ user }`                                                               | `{ id, username }` |
 * | `make-performer` | `{ user, type: "dj" \| "musician" }`                                     | `{ id, username, address, port, mount, password, stream }` |
 * | `create-stage`   | `{ name, manager, instant?, genre?, description?, customUrl? }`          | `{ id, customUrl, address, port, mount, password, stream }` |
 * | `create-set`     | `{ stage, performer, start, end, name, description? }`, times epoch ms   | `{ id }` |
 * | `grant-award`    | `{ user, award, stage? }`                                                | `{ id, username, award, title, isNew }` |
 * | `ban`, `unban`   | `{ user }`                                                               | `{ id, username }` |
 *
 * `user`, `manager` and `performer` are a username, an email address or an id; `stage` an id or a custom URL; `award`
 * an id, a title or a name.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import {
  CreateSetCommand,
  CreateStageCommand,
  GrantAwardCommand,
  MakePerformerCommand,
  UserCommand,
} from "#app/domains/operator/contract.ts";
import {
  appointPerformer,
  ban,
  giveAward,
  makeManager,
  openNewStage,
  scheduleSet,
  unban,
} from "#app/domains/operator/operations.server.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { presentedCredential } from "../session.ts";
import { body } from "./call.ts";

/** Without the key this address says nothing, not even that it is there. */
const requireOperator = createMiddleware<HonoEnv>(async (c, next) => {
  const credential = presentedCredential(c.req.raw, c.env);
  const key = c.env.CUE_OPERATOR_KEY ?? "";
  if (key === "" || credential?.kind !== "bearer" || !isSame(credential.token, key)) {
    throw new AppError("not-found");
  }
  await next();
});

/** In a time that does not depend on how much of it is right. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** Mounted at /api/operator. */
export const operator = new Hono<HonoEnv>()
  .use(requireOperator)
  .post("/make-manager", body(UserCommand), async (c) =>
    c.json(await makeManager(c.get("app"), c.req.valid("json"))),
  )
  .post("/make-performer", body(MakePerformerCommand), async (c) =>
    c.json(await appointPerformer(c.get("app"), c.req.valid("json"))),
  )
  .post("/create-stage", body(CreateStageCommand), async (c) =>
    c.json(await openNewStage(c.get("app"), c.req.valid("json"))),
  )
  .post("/create-set", body(CreateSetCommand), async (c) =>
    c.json(await scheduleSet(c.get("app"), c.req.valid("json"))),
  )
  .post("/grant-award", body(GrantAwardCommand), async (c) =>
    c.json(await giveAward(c.get("app"), c.req.valid("json"))),
  )
  .post("/ban", body(UserCommand), async (c) => c.json(await ban(c.get("app"), c.req.valid("json"))))
  .post("/unban", body(UserCommand), async (c) => c.json(await unban(c.get("app"), c.req.valid("json"))));
