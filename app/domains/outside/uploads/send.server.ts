/** Uploads sets that are over to the accounts that their performers have linked. */
import type { AppContext } from "#app/context.ts";
import { toFacts } from "#app/domains/air/replays/access.server.ts";
import { findReplay } from "#app/domains/air/replays/queries/replays.ts";
import { maySendElsewhere } from "#app/domains/air/replays/rules.ts";
import { connectMixcloud } from "#app/domains/people/integrations/mixcloud/client.ts";
import { type Mixcloud, MixcloudFault } from "#app/domains/people/integrations/mixcloud/port.ts";
import type { UploadAnswer } from "#app/domains/people/integrations/mixcloud/upload-answer.ts";
import {
  findLinkedAccount,
  type LinkedAccount,
  markTokenRefused,
} from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { AppError } from "#app/errors.ts";
import * as queries from "./queries/uploads.ts";
import { type AttemptResult, decideAfterAttempt, findArrived, tryLater, uploadLimits } from "./rules.ts";
import { openSource, Withdrawn } from "./source.server.ts";

const party = "mixcloud";
/** Number of uploads at the same time, of different accounts; each holds one chunk of sound. */
const atOnce = 4;
const candidatesAtOnce = 100;

/** Requests what is to be uploaded and sends what is due. A run may overlap with the one before. */
export async function sendDueUploads(ctx: AppContext): Promise<void> {
  const connection = ctx.connect(party);
  if (connection === null) return;
  const mixcloud = connectMixcloud(connection);
  await requestUploads(ctx);
  const due = await queries.listDueUploads(ctx.db, party, ctx.clock.now(), atOnce);
  await Promise.all(due.map((upload) => send(ctx, mixcloud, upload)));
}

async function requestUploads(ctx: Pick<AppContext, "clock" | "db">): Promise<void> {
  const now = ctx.clock.now();
  const candidates = await queries.listUploadCandidates(ctx.db, party, {
    now,
    endedAfter: now - uploadLimits.keptMs,
    limit: candidatesAtOnce,
  });
  for (const { replayId, setId, userId, name, setName } of candidates) {
    const row = await findReplay(ctx.db, replayId);
    if (row === undefined || !maySendElsewhere(toFacts(row), now)) continue;
    await queries.insertUpload(ctx.db, { replayId, party, userId, setId, name: name || setName }, now);
  }
}

/** One attempt. An unexpected fault ends only this upload's attempt, which is repeated when its lease is over. */
async function send(ctx: AppContext, mixcloud: Mixcloud, due: queries.UploadRow): Promise<void> {
  const now = ctx.clock.now();
  const upload = await queries.claimUpload(ctx.db, due, { now, leaseUntil: now + uploadLimits.leaseMs });
  if (upload === undefined) return;
  try {
    const result = await attempt(ctx, mixcloud, upload);
    if (result === null) return;
    await queries.endUploadAttempt(ctx.db, upload, { ...result, changedAt: ctx.clock.now() });
    ctx.log.info("upload-attempted", { replay: upload.replayId, status: result.status, error: result.error });
  } catch (error) {
    ctx.log.error("upload-fault", { replay: upload.replayId, reason: nameOf(error) });
  }
}

type Result = AttemptResult & { url?: string | null };

const failed = (error: NonNullable<AttemptResult["error"]>): Result => ({
  status: "failed",
  error,
  details: null,
});

/** Null where it was ended meanwhile. */
async function attempt(
  ctx: AppContext,
  mixcloud: Mixcloud,
  upload: queries.UploadRow,
): Promise<Result | null> {
  const account = await findLinkedAccount(ctx.db, upload.userId, party);
  if (account === undefined) return failed("unlinked");
  if (account.refusedAt !== null) return failed("relink");
  const token = await ctx.vault.open(account.token, tokenPurpose(party, upload.userId));
  const outcome = { ctx, mixcloud, upload, account, token };
  try {
    return (await lookFirst(outcome)) ?? (await sendNow(outcome));
  } catch (error) {
    if (error instanceof Withdrawn) return null;
    return afterFault(outcome, error);
  }
}

interface Attempted {
  ctx: AppContext;
  mixcloud: Mixcloud;
  upload: queries.UploadRow;
  account: LinkedAccount;
  token: string;
}

/** It may have arrived before: then there is nothing to send. Null where it has not. Throws `MixcloudFault`. */
async function lookFirst({ mixcloud, upload, token }: Attempted): Promise<Result | null> {
  const { name, unsureSince: since } = upload;
  if (since === null) return null;
  const show = findArrived(await mixcloud.newestShows(token), { name, since });
  return show === undefined ? null : done(mixcloud.pageOf(show.key));
}

const done = (url: string | null): Result => ({
  status: "done",
  url,
  unsureSince: null,
  error: null,
  details: null,
});

async function sendNow(attempted: Attempted): Promise<Result | null> {
  const { ctx, mixcloud, upload, account, token } = attempted;
  const row = await findReplay(ctx.db, upload.replayId);
  if (row === undefined || !maySendElsewhere(toFacts(row), ctx.clock.now())) return failed("withdrawn");
  const source = await openSource(ctx, { upload, row, account });
  if (source.mp3Bytes > uploadLimits.mp3Bytes) return failed("too-large");
  const startedAt = ctx.clock.now();
  // Before the first byte: whatever happens to this run, the next one looks first.
  const begun = { unsureSince: startedAt, bytesTotal: source.form.size, changedAt: startedAt };
  if (!(await queries.noteUploadProgress(ctx.db, upload, begun))) return null;
  const answer = await mixcloud.upload(token, source.form);
  if (answer.is === "done") return done(await addressOf(attempted, answer.key, startedAt));
  if (answer.is === "dead-token") await markTokenRefused(ctx.db, account, ctx.clock.now());
  return decideAfterAttempt(answer, { ...timesOf(ctx, upload), startedAt });
}

/** The response may lack it; then the show is found by its name. */
async function addressOf(
  { mixcloud, upload, token }: Attempted,
  key: (UploadAnswer & { is: "done" })["key"],
  since: number,
): Promise<string | null> {
  if (key !== null) return mixcloud.pageOf(key);
  const shows = await mixcloud.newestShows(token).catch(() => []);
  const show = findArrived(shows, { name: upload.name, since });
  return show === undefined ? null : mixcloud.pageOf(show.key);
}

/** Something failed before all of it was sent. */
async function afterFault({ ctx, upload, account }: Attempted, error: unknown): Promise<Result> {
  if (error instanceof AppError && error.code === "not-found") return failed("no-sound");
  if (error instanceof MixcloudFault && error.isDeadToken) {
    await markTokenRefused(ctx.db, account, ctx.clock.now());
    return failed("relink");
  }
  ctx.log.warn("upload-not-sent", { replay: upload.replayId, reason: nameOf(error) });
  return tryLater(timesOf(ctx, upload), null);
}

const timesOf = (ctx: AppContext, { attempts, requestedAt }: queries.UploadRow) => ({
  attempts,
  requestedAt,
  now: ctx.clock.now(),
  jitter: Math.random(),
});

/** Messages of other errors may contain addresses, and those the token. */
const nameOf = (error: unknown): string =>
  error instanceof MixcloudFault ? error.message : error instanceof Error ? error.name : typeof error;
