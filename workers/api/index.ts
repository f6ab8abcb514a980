import { Hono } from "hono";
import type { Call } from "#app/call.ts";
import { encoderFiles } from "#app/domains/air/media/handlers/encoder-files.ts";
import { media } from "#app/domains/air/media/handlers/media.ts";
import { messages } from "#app/domains/air/messages/handlers/messages.ts";
import { replays } from "#app/domains/air/replays/handlers/replays.ts";
import { requests } from "#app/domains/air/sets/handlers/requests.ts";
import { sets } from "#app/domains/air/sets/handlers/sets.ts";
import { members } from "#app/domains/air/stages/handlers/members.ts";
import { moderation } from "#app/domains/air/stages/handlers/moderation.ts";
import { publicCalls } from "#app/domains/air/stages/handlers/public.ts";
import { stages } from "#app/domains/air/stages/handlers/stages.ts";
import { tracklists } from "#app/domains/air/tracklists/handlers/tracklists.ts";
import { crates } from "#app/domains/music/recognition/handlers/crates.ts";
import { scrobbles } from "#app/domains/music/scrobbles/handlers/scrobbles.ts";
import { spotify } from "#app/domains/music/spotify/handlers/spotify.ts";
import { tracks } from "#app/domains/music/tracks/handlers/tracks.ts";
import { operator, requireOperator } from "#app/domains/outside/operator/handlers/operator.ts";
import { posts } from "#app/domains/outside/posts/handlers/posts.ts";
import { search } from "#app/domains/outside/search/handlers/search.ts";
import { status } from "#app/domains/outside/status/handlers/status.ts";
import { uploads } from "#app/domains/outside/uploads/handlers/uploads.ts";
import { webhooks } from "#app/domains/outside/webhooks/handlers/webhooks.ts";
import { accountData } from "#app/domains/people/accounts/handlers/account-data.ts";
import { accounts } from "#app/domains/people/accounts/handlers/accounts.ts";
import { passkeys } from "#app/domains/people/accounts/handlers/passkeys.ts";
import { security } from "#app/domains/people/accounts/handlers/security.ts";
import { integrations } from "#app/domains/people/integrations/handlers/integrations.ts";
import { notifications } from "#app/domains/people/notifications/handlers/notifications.ts";
import { people } from "#app/domains/people/people/handlers/people.ts";
import { relations } from "#app/domains/people/people/handlers/relations.ts";
import { announcements } from "#app/domains/value/announcements/handlers/announcements.ts";
import { awards } from "#app/domains/value/awards/handlers/awards.ts";
import { stats } from "#app/domains/value/stats/handlers/stats.ts";
import { tokensActs } from "#app/domains/value/tokens/handlers/acts.ts";
import { tokensClaims } from "#app/domains/value/tokens/handlers/claims.ts";
import { tokensKeys } from "#app/domains/value/tokens/handlers/keys.ts";
import { tokensProof } from "#app/domains/value/tokens/handlers/proof.ts";
import { tokensTips } from "#app/domains/value/tokens/handlers/tips.ts";
import { tokensWallet } from "#app/domains/value/tokens/handlers/wallet.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { readJsonBody } from "../middleware/json-body.ts";
import { openToAllOrigins } from "../middleware/open-to-all-origins.ts";
import { limitCallers, requireCallerRate } from "../middleware/rates.ts";
import { requireSameOrigin } from "../middleware/same-origin.ts";
import { docs } from "./docs.ts";
import type { Served } from "./serve.ts";

/** Every call with its handlers. */
export const served: readonly Served[] = [
  ...accounts,
  ...accountData,
  ...security,
  ...passkeys,
  ...notifications,
  ...people,
  ...awards,
  ...announcements,
  ...integrations,
  ...posts,
  ...spotify,
  ...scrobbles,
  ...relations,
  ...stages,
  ...sets,
  ...members,
  ...moderation,
  ...requests,
  ...tracklists,
  ...tokensProof,
  ...crates,
  ...tracks,
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
