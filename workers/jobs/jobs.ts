/** The jobs of the Worker's two clocks, as in wrangler.toml. */
import type { AppContext } from "#app/context.ts";
import { eraseDueReplays } from "#app/domains/air/replays/erase.server.ts";
import { keepLocalTimes } from "#app/domains/air/sets/keep-local-times.server.ts";
import { findArtistPictures } from "#app/domains/music/enrichment/artist-pictures.server.ts";
import { askAcoustId } from "#app/domains/music/enrichment/ask-acoustid.server.ts";
import { enrichRecordings } from "#app/domains/music/enrichment/enrich.server.ts";
import { keepIndex } from "#app/domains/music/recognition/cold/keep-index.server.ts";
import { findTracks } from "#app/domains/music/spotify/find.server.ts";
import { sendDueUploads } from "#app/domains/outside/uploads/send.server.ts";
import { createAppContext } from "../context.ts";
import { checkWallets } from "./check-wallets.ts";
import { compareNames } from "./compare-names.ts";
import { endExpired } from "./end-expired.ts";
import { finishErasures } from "./finish-erasures.ts";
import { grantAwards } from "./grant-awards.ts";
import { grantClaims } from "./grant-claims.ts";
import { harvestPlayed } from "./harvest-played.ts";
import { keepReferences } from "./keep-references.ts";
import { logHeads } from "./log-heads.ts";
import { notifyPeople } from "./notify-people.ts";
import { sendMails } from "./send-mails.ts";
import { sumUpTips } from "./sum-up-tips.ts";
import { unifyTracks } from "./unify-tracks.ts";

type Job = (env: Env, waitUntil?: (work: Promise<unknown>) => void) => Promise<void>;

/** A job that is one operation, on behalf of no one. */
const inContext =
  (run: (ctx: AppContext) => Promise<unknown>): Job =>
  async (env, waitUntil) => {
    await run(createAppContext(new Request(env.CUE_ORIGIN), env, null, waitUntil && { waitUntil }));
  };

const replaysAtOnce = 50;
/** Deletes replays whose day is over, and repeats deletions that have failed. */
export const eraseReplays = inContext((ctx) => eraseDueReplays(ctx, replaysAtOnce));
/** Puts references into the index of all, and takes out what does not belong there any more. */
export const indexReferences = inContext(keepIndex);

export const everyFiveMinutes: readonly Job[] = [
  grantAwards,
  notifyPeople,
  eraseReplays,
  inContext(sendDueUploads),
  // What is not known of what was played lately.
  inContext(findTracks),
  inContext(enrichRecordings),
  inContext(findArtistPictures),
  inContext(askAcoustId),
  harvestPlayed,
  indexReferences,
];

export const everyHour: readonly Job[] = [
  sendMails,
  endExpired,
  finishErasures,
  unifyTracks,
  compareNames,
  logHeads,
  checkWallets,
  grantClaims,
  sumUpTips,
  keepReferences,
  // Weekly sets whose zone has other rules than when they were booked.
  inContext(keepLocalTimes),
];
