import { Hono } from "hono";
import { api, declaredCalls } from "./api/index.ts";
import { openApiDocument } from "./api/open-api.ts";
import { feeds } from "./feeds.ts";
import type { HonoEnv } from "./hono.ts";
import { ingest } from "./ingest.ts";
import { everyFiveMinutes, everyHour } from "./jobs/jobs.ts";
import { live } from "./live.ts";
import { toErrorResponse } from "./middleware/errors.ts";
import { ownHostOnly } from "./middleware/own-host-only.ts";
import { preconditions } from "./middleware/preconditions.ts";
import { limitNetworks } from "./middleware/rates.ts";
import { requestDatabase } from "./middleware/request-database.ts";
import { discardRest } from "./middleware/rest-of-body.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { trace } from "./middleware/trace.ts";
import { withContext } from "./middleware/with-context.ts";
import { oembed } from "./oembed.ts";
import { pages } from "./pages.ts";
import { pictureFiles } from "./picture-files.ts";
import { realtime } from "./realtime.ts";
import { replayExports } from "./replay-exports.ts";
import { replayFiles } from "./replay-files.ts";
import { sitemap } from "./sitemap.ts";
import { tracklistExports } from "./tracklist-exports.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { verify } from "./verify.ts";

/** The hourly trigger, as in wrangler.toml; the other one runs every five minutes. */
const hourly = "17 * * * *";

/**
 * The Worker: the order in which handlers see a request, and what the cron triggers run. Sockets, audio and pictures
 * have their own responses; the API and pages share the log line, the headers and the context.
 * @param local middleware and routes that only a local copy has
 */
export function createWorker(local = new Hono<HonoEnv>()) {
  const app = new Hono<HonoEnv>();
  app
    .onError(toErrorResponse)
    .use(discardRest, ownHostOnly, limitNetworks)
    .route("/realtime", realtime)
    .route("/ingest", ingest)
    // Sockets and the agent stay at the primary: what they open outlives what a replica knew.
    .use(requestDatabase(declaredCalls))
    .route("/live", live)
    .use(preconditions)
    .route("/pictures", pictureFiles)
    .route("/replay", replayFiles)
    .use(trace, securityHeaders, withContext)
    .route("/", local)
    .get("/api/openapi.json", openApiDocument(app))
    .route("/", tracklistExports)
    .route("/api", api)
    .route("/", feeds)
    .route("/", replayExports)
    .route("/", oembed)
    .route("/", sitemap)
    .route("/", unsubscribe)
    .route("/", verify)
    .route("/", pages);

  return {
    fetch: app.fetch,
    scheduled: ({ cron }, env, ctx) => {
      const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work);
      const jobs = cron === hourly ? [...everyFiveMinutes, ...everyHour] : everyFiveMinutes;
      for (const job of jobs) waitUntil(job(env, waitUntil));
    },
  } satisfies ExportedHandler<Env>;
}
