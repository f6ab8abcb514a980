import { Hono } from "hono";
import type { Call } from "#app/call.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { readJsonBody } from "../middleware/json-body.ts";
import { openToAllOrigins } from "../middleware/open-to-all-origins.ts";
import { limitCallers, requireCallerRate } from "../middleware/rates.ts";
import { requireSameOrigin } from "../middleware/same-origin.ts";
import { accountData } from "./account-data.ts";
import { accounts } from "./accounts.ts";
import { announcements } from "./announcements.ts";
import { awards } from "./awards.ts";
import { cities } from "./cities.ts";
import { crates } from "./crates.ts";
import { docs } from "./docs.ts";
import { encoderFiles } from "./encoder-files.ts";
import { integrations } from "./integrations.ts";
import { media } from "./media.ts";
import { members } from "./members.ts";
import { messages } from "./messages.ts";
import { moderation } from "./moderation.ts";
import { notifications } from "./notifications.ts";
import { operator, requireOperator } from "./operator.ts";
import { passkeys } from "./passkeys.ts";
import { people } from "./people.ts";
import { postChannels } from "./post-channels.ts";
import { posts } from "./posts.ts";
import { profile } from "./profile.ts";
import { publicCalls } from "./public.ts";
import { records } from "./records.ts";
import { recovery } from "./recovery.ts";
import { referrals } from "./referrals.ts";
import { relations } from "./relations.ts";
import { replays } from "./replays.ts";
import { requests } from "./requests.ts";
import { scrobbles } from "./scrobbles.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import type { Served } from "./serve.ts";
import { sets } from "./sets.ts";
import { settings } from "./settings.ts";
import { spotify } from "./spotify.ts";
import { stages } from "./stages.ts";
import { stats } from "./stats.ts";
import { status } from "./status.ts";
import { tokensActs } from "./tokens-acts.ts";
import { tokensClaims } from "./tokens-claims.ts";
import { tokensKeys } from "./tokens-keys.ts";
import { tokensProof } from "./tokens-proof.ts";
import { tokensTips } from "./tokens-tips.ts";
import { tokensWallet } from "./tokens-wallet.ts";
import { tracklists } from "./tracklists.ts";
import { tracks } from "./tracks.ts";
import { uploads } from "./uploads.ts";
import { webhooks } from "./webhooks.ts";

/** Every call with its handlers. */
export const served: readonly Served[] = [
  ...accounts,
  ...accountData,
  ...recovery,
  ...security,
  ...passkeys,
  ...referrals,
  ...settings,
  ...notifications,
  ...people,
  ...profile,
  ...awards,
  ...announcements,
  ...integrations,
  ...postChannels,
  ...posts,
  ...spotify,
  ...scrobbles,
  ...relations,
  ...cities,
  ...stages,
  ...sets,
  ...members,
  ...moderation,
  ...requests,
  ...tracklists,
  ...tokensProof,
  ...crates,
  ...tracks,
  ...records,
  ...search,
  ...media,
  ...replays,
  ...tokensTips,
  ...uploads,
  ...webhooks,
  ...encoderFiles,
  ...messages,
  ...stats,
  ...status,
  ...publicCalls,
  ...tokensKeys,
  ...tokensClaims,
  ...tokensWallet,
  ...tokensActs,
  ...operator,
];

/** Every call that the API answers. */
export const declaredCalls: readonly Call[] = served.map(({ call }) => call);

/** Mounted at /api. A call is found by its path: each domain's file lists its calls. */
export const api = new Hono<HonoEnv>()
  .use(requireSameOrigin(declaredCalls))
  .use("/public/*", openToAllOrigins);
// Counted before the body is read, so that a refused one counts as well.
for (const { path, method, rate } of declaredCalls) api.on(method, [path], limitCallers(path, rate));
api.use(readJsonBody(declaredCalls)).use("/operator/*", requireOperator).route("/", docs);
for (const { call, handlers } of served) api.on(call.method, [call.path], ...handlers);

/** A known path responds 405 to another method; pages never respond under /api. */
api.all("*", async (c) => {
  const path = c.req.path.replace(/^\/api/, "");
  const methods = api.routes.filter((route) => route.path === path && route.method !== "ALL");
  await requireCallerRate(c.env, c.get("app"), methods.length === 0 ? "unknown" : path, "usual");
  if (methods.length === 0) throw new AppError("not-found");
  c.header("allow", [...new Set(methods.map((route) => route.method))].join(", "));
  throw new AppError("method-not-allowed");
});
