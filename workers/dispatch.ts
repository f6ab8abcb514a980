import { Hono } from "hono";
import { api } from "./api/index.ts";
import { openApiDocument } from "./api/open-api.ts";
import { feeds } from "./feeds.ts";
import type { HonoEnv } from "./hono.ts";
import { ingest } from "./ingest.ts";
import { askAcoustId } from "./jobs/ask-acoustid.ts";
import { checkWallets } from "./jobs/check-wallets.ts";
import { compareNames } from "./jobs/compare-names.ts";
import { endExpired } from "./jobs/end-expired.ts";
import { enrichPlayed } from "./jobs/enrich-played.ts";
import { eraseReplays } from "./jobs/erase-replays.ts";
import { findArtistPictures } from "./jobs/find-artist-pictures.ts";
import { findSpotify } from "./jobs/find-spotify.ts";
import { finishErasures } from "./jobs/finish-erasures.ts";
import { grantAwards } from "./jobs/grant-awards.ts";
import { grantClaims } from "./jobs/grant-claims.ts";
import { harvestPlayed } from "./jobs/harvest-played.ts";
import { indexReferences } from "./jobs/index-references.ts";
import { keepLocalTimes } from "./jobs/keep-local-times.ts";
import { keepReferences } from "./jobs/keep-references.ts";
import { logHeads } from "./jobs/log-heads.ts";
import { notifyPeople } from "./jobs/notify-people.ts";
import { sendMails } from "./jobs/send-mails.ts";
import { sendUploads } from "./jobs/send-uploads.ts";
import { sumUpTips } from "./jobs/sum-up-tips.ts";
import { unifyTracks } from "./jobs/unify-tracks.ts";
import { live } from "./live.ts";
import { toErrorResponse } from "./middleware/errors.ts";
import { ownHostOnly } from "./middleware/own-host-only.ts";
import { preconditions } from "./middleware/preconditions.ts";
import { limitNetworks } from "./middleware/rates.ts";
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

/** As in wrangler.toml; the other trigger runs every five minutes. */
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
    .use(ownHostOnly, limitNetworks)
    .route("/realtime", realtime)
    .route("/ingest", ingest)
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
      ctx.waitUntil(grantAwards(env, (work) => ctx.waitUntil(work)));
      ctx.waitUntil(notifyPeople(env, (work) => ctx.waitUntil(work)));
      ctx.waitUntil(eraseReplays(env));
      ctx.waitUntil(sendUploads(env));
      ctx.waitUntil(findSpotify(env));
      ctx.waitUntil(enrichPlayed(env));
      ctx.waitUntil(findArtistPictures(env));
      ctx.waitUntil(askAcoustId(env));
      ctx.waitUntil(harvestPlayed(env));
      ctx.waitUntil(indexReferences(env));
      if (cron !== hourly) return;
      ctx.waitUntil(sendMails(env));
      ctx.waitUntil(endExpired(env));
      ctx.waitUntil(finishErasures(env, (work) => ctx.waitUntil(work)));
      ctx.waitUntil(unifyTracks(env));
      ctx.waitUntil(compareNames(env));
      ctx.waitUntil(logHeads(env));
      ctx.waitUntil(checkWallets(env));
      ctx.waitUntil(grantClaims(env));
      ctx.waitUntil(sumUpTips(env));
      ctx.waitUntil(keepReferences(env));
      ctx.waitUntil(keepLocalTimes(env, (work) => ctx.waitUntil(work)));
    },
  } satisfies ExportedHandler<Env>;
}
