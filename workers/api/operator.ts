/**
 * The operators' commands, for `npm run admin` and their page: POST JSON to `/api/operator/<command>`, with the
 * operators' key as bearer token or as an operator who is signed in; each answers JSON, or `{ error, code }` with a
 * 4xx status. What is marked * wants the key.
 *
 * | Command            | Body                                                                     | Answer |
 * | ------------------ | ------------------------------------------------------------------------ | ------ |
 * | `make-manager`     | `{ user }`                                                               | `{ id, username }` |
 * | `make-performer`   | `{ user, type: "dj" \| "musician" }`                                     | `{ id, username, stream, address, port, mount, password }` |
 * | `create-stage`     | `{ name, manager, instant?, genre?, description?, customUrl? }`          | `{ id, customUrl, stream, address, port, mount, password }` |
 * | `create-set`       | `{ stage, performer, start, end, name, description? }`, times epoch ms   | `{ id }` |
 * | `grant-award`      | `{ user, award, stage? }`                                                | `{ id, username, award, title, isNew }` |
 * | `run-awards`       | `{}`                                                                     | `{ reviewed, granted, told, left }` |
 * | `announce`         | `{ message }`                                                            | the announcement |
 * | `retract-announcement` | `{ number }`                                                         | the announcement |
 * | `announcements`    | `{}`                                                                     | those that are shown, the newest first |
 * | `make-operator` *, `remove-operator` * | `{ user }`                                           | `{ id, username }` |
 * | `describe-track`   | `{ track, album?, label?, released?, copyright?, art?, preview?, apple?, spotify? }` | the song |
 * | `describe-label`   | `{ label, parent?, photo?, urls? }`                                      | the label |
 * | `ban`, `unban`     | `{ user }`                                                               | `{ id, username }` |
 * | `reports`          | `{ all? }`                                                               | reports, the newest first |
 * | `reported`         | `{}`                                                                     | open reports by person |
 * | `settle`           | `{ report, outcome: "dismissed" \| "banned" }`                           | the report |
 * | `dismiss`          | `{ user: id, until }`                                                    | the person |
 * | `settled`, `feedback` | `{ dateCursor?, idCursor? }`                                          | `{ items, dateCursor, idCursor }` |
 * | `people`           | `{ text }`                                                               | people, suspended ones too |
 *
 * `address`, `port`, `mount` and `password` are answered to the key alone: who has them broadcasts as somebody else.
 *
 * `user`, `manager` and `performer` are an id, an email address or a username; `stage` an id or a custom URL; `award`
 * an id, a title or a name; `label` and `parent` an id or a name. Ids are tried first and exactly, and what looks like
 * an id is never read as a name.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import {
  announce,
  listAnnouncements,
  retractAnnouncement,
} from "#app/domains/announcements/operations.server.ts";
import {
  DismissCommand,
  PeopleCommand,
  ReportsCommand,
  SettleCommand,
} from "#app/domains/operator/contract/moderation.ts";
import {
  AnnounceCommand,
  CreateSetCommand,
  CreateStageCommand,
  GrantAwardCommand,
  MakePerformerCommand,
  RetractCommand,
  UserCommand,
} from "#app/domains/operator/contract.ts";
import * as moderation from "#app/domains/operator/moderation.server.ts";
import {
  appointPerformer,
  giveAward,
  makeManager,
  openNewStage,
  runAwards,
  scheduleSet,
} from "#app/domains/operator/operations.server.ts";
import { DescribeLabelCommand, DescribeTrackCommand } from "#app/domains/tracks/contract/descriptions.ts";
import { describeLabel, describeTrack } from "#app/domains/tracks/describe.server.ts";
import { AppError } from "#app/errors.ts";
import { CursorInput } from "#app/paging.ts";
import type { HonoEnv } from "../hono.ts";
import { presentedCredential } from "../session.ts";
import { body } from "./call.ts";

/** To others this address says nothing, not even that it is there. */
const requireOperator = createMiddleware<HonoEnv>(async (c, next) => {
  if (!hasKey(c) && c.get("app").viewer?.isOperator !== true) throw new AppError("not-found");
  await next();
});

/** Nobody makes an operator but who runs the instance: a stolen session leaves no others behind. */
const requireKey = createMiddleware<HonoEnv>(async (c, next) => {
  if (!hasKey(c)) throw new AppError("not-found");
  await next();
});

function hasKey(c: Context<HonoEnv>): boolean {
  const credential = presentedCredential(c.req.raw, c.env);
  const key = c.env.CUE_OPERATOR_KEY ?? "";
  return key !== "" && credential?.kind === "bearer" && isSame(credential.token, key);
}

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
  .post("/run-awards", async (c) => c.json(await runAwards(c.get("app"))))
  .post("/announce", body(AnnounceCommand), async (c) =>
    c.json(await announce(c.get("app"), c.req.valid("json"))),
  )
  .post("/retract-announcement", body(RetractCommand), async (c) =>
    c.json(await retractAnnouncement(c.get("app"), c.req.valid("json"))),
  )
  .post("/announcements", async (c) => c.json(await listAnnouncements(c.get("app"))))
  .post("/describe-track", body(DescribeTrackCommand), async (c) =>
    c.json(await describeTrack(c.get("app"), c.req.valid("json"))),
  )
  .post("/describe-label", body(DescribeLabelCommand), async (c) =>
    c.json(await describeLabel(c.get("app"), c.req.valid("json"))),
  )
  .post("/make-operator", requireKey, body(UserCommand), async (c) =>
    c.json(await moderation.setOperator(c.get("app"), c.req.valid("json"), true)),
  )
  .post("/remove-operator", requireKey, body(UserCommand), async (c) =>
    c.json(await moderation.setOperator(c.get("app"), c.req.valid("json"), false)),
  )
  .post("/ban", body(UserCommand), async (c) =>
    c.json(await moderation.ban(c.get("app"), c.req.valid("json"))),
  )
  .post("/unban", body(UserCommand), async (c) =>
    c.json(await moderation.unban(c.get("app"), c.req.valid("json"))),
  )
  .post("/reports", body(ReportsCommand), async (c) =>
    c.json(await moderation.listReports(c.get("app"), c.req.valid("json"))),
  )
  .post("/reported", async (c) => c.json(await moderation.listReported(c.get("app"))))
  .post("/settle", body(SettleCommand), async (c) =>
    c.json(await moderation.settleReport(c.get("app"), c.req.valid("json"))),
  )
  .post("/dismiss", body(DismissCommand), async (c) =>
    c.json(await moderation.dismissReports(c.get("app"), c.req.valid("json"))),
  )
  .post("/settled", body(CursorInput), async (c) =>
    c.json(await moderation.listSettled(c.get("app"), c.req.valid("json"))),
  )
  .post("/feedback", body(CursorInput), async (c) =>
    c.json(await moderation.listFeedback(c.get("app"), c.req.valid("json"))),
  )
  .post("/people", body(PeopleCommand), async (c) =>
    c.json(await moderation.findPeople(c.get("app"), c.req.valid("json"))),
  );
