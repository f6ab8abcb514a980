import { Hono } from "hono";
import { api } from "./api/index.ts";
import { openApiDocument } from "./api/open-api.ts";
import { dev } from "./dev.ts";
import { feeds } from "./feeds.ts";
import type { HonoEnv } from "./hono.ts";
import { ingest } from "./ingest.ts";
import { endExpired } from "./jobs/end-expired.ts";
import { finishErasures } from "./jobs/finish-erasures.ts";
import { grantAwards } from "./jobs/grant-awards.ts";
import { sendMails } from "./jobs/send-mails.ts";
import { tellPeople } from "./jobs/tell-people.ts";
import { unifyTracks } from "./jobs/unify-tracks.ts";
import { live } from "./live.ts";
import { toErrorResponse } from "./middleware/errors.ts";
import { ownHostOnly } from "./middleware/own-host-only.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { trace } from "./middleware/trace.ts";
import { withContext } from "./middleware/with-context.ts";
import { oembed } from "./oembed.ts";
import { pages } from "./pages.ts";
import { pictureFiles } from "./picture-files.ts";
import { realtime } from "./realtime.ts";
import { sitemap } from "./sitemap.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { verify } from "./verify.ts";

export { Alerts } from "#durable-objects/alerts/alerts.ts";
export { Conversation } from "#durable-objects/conversation/conversation.ts";
export { Inbox } from "#durable-objects/inbox/inbox.ts";
export { Limiter } from "#durable-objects/limiter/limiter.ts";
export { Lobby } from "#durable-objects/lobby/lobby.ts";
export { MediaGateway } from "#durable-objects/media-gateway/media-gateway.ts";
export { PushSimulator } from "#durable-objects/push-simulator/push-simulator.ts";
export { Relay } from "#durable-objects/relay/relay.ts";
export { ProfileRoom } from "#durable-objects/room/profile-room.ts";
export { StageRoom } from "#durable-objects/room/stage-room.ts";
export { SoundCheck } from "#durable-objects/sound-check/sound-check.ts";

/** As in wrangler.toml; the other trigger comes every five minutes. */
const hourly = "17 * * * *";

const app = new Hono<HonoEnv>();

/**
 * Dispatch order, for whoever asks by a name of this instance: sockets, audio and pictures, which answer for themselves, then the API and pages, which share the
 * log line, the headers and the context.
 */
app
  .onError(toErrorResponse)
  .use(ownHostOnly)
  .route("/realtime", realtime)
  .route("/ingest", ingest)
  .route("/live", live)
  .route("/pictures", pictureFiles)
  .use(trace, securityHeaders, withContext)
  .get("/api/openapi.json", openApiDocument(app))
  .route("/api", api)
  .route("/dev", dev)
  .route("/", feeds)
  .route("/", oembed)
  .route("/", sitemap)
  .route("/", unsubscribe)
  .route("/", verify)
  .route("/", pages);

export default {
  fetch: app.fetch,
  scheduled: ({ cron }, env, ctx) => {
    ctx.waitUntil(grantAwards(env, (work) => ctx.waitUntil(work)));
    ctx.waitUntil(tellPeople(env, (work) => ctx.waitUntil(work)));
    if (cron !== hourly) return;
    ctx.waitUntil(sendMails(env));
    ctx.waitUntil(endExpired(env));
    ctx.waitUntil(finishErasures(env, (work) => ctx.waitUntil(work)));
    ctx.waitUntil(unifyTracks(env));
  },
} satisfies ExportedHandler<Env>;
