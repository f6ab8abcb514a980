import { Hono } from "hono";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { readJsonBody } from "../middleware/json-body.ts";
import { requireSameOrigin } from "../middleware/same-origin.ts";
import { accountData } from "./account-data.ts";
import { accounts } from "./accounts.ts";
import { announcements } from "./announcements.ts";
import { awards } from "./awards.ts";
import { cities } from "./cities.ts";
import { docs } from "./docs.ts";
import { encoderFiles } from "./encoder-files.ts";
import { integrations } from "./integrations.ts";
import { media } from "./media.ts";
import { members } from "./members.ts";
import { messages } from "./messages.ts";
import { moderation } from "./moderation.ts";
import { notifications } from "./notifications.ts";
import { operator } from "./operator.ts";
import { passkeys } from "./passkeys.ts";
import { people } from "./people.ts";
import { profile } from "./profile.ts";
import { records } from "./records.ts";
import { recovery } from "./recovery.ts";
import { referrals } from "./referrals.ts";
import { relations } from "./relations.ts";
import { requests } from "./requests.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import { sets } from "./sets.ts";
import { settings } from "./settings.ts";
import { stages } from "./stages.ts";
import { stats } from "./stats.ts";
import { status } from "./status.ts";
import { tracks } from "./tracks.ts";

/** Mounted at /api. Each domain's file spells its calls whole, so that a call is found by its path. */
export const api = new Hono<HonoEnv>()
  .use(requireSameOrigin, readJsonBody)
  .route("/", accounts)
  .route("/", accountData)
  .route("/", recovery)
  .route("/", security)
  .route("/", passkeys)
  .route("/", referrals)
  .route("/", settings)
  .route("/", notifications)
  .route("/", people)
  .route("/", profile)
  .route("/", awards)
  .route("/", announcements)
  .route("/", integrations)
  .route("/", relations)
  .route("/", cities)
  .route("/", stages)
  .route("/", sets)
  .route("/", members)
  .route("/", moderation)
  .route("/", requests)
  .route("/", tracks)
  .route("/", records)
  .route("/", search)
  .route("/", media)
  .route("/", encoderFiles)
  .route("/", messages)
  .route("/", stats)
  .route("/", status)
  .route("/", docs)
  .route("/operator", operator);

/** An address that exists answers 405 to another method; pages never answer under /api. */
api.all("*", (c) => {
  const path = c.req.path.replace(/^\/api/, "");
  const methods = api.routes.filter((route) => route.path === path && route.method !== "ALL");
  if (methods.length === 0) throw new AppError("not-found");
  c.header("allow", [...new Set(methods.map((route) => route.method))].join(", "));
  throw new AppError("method-not-allowed");
});
