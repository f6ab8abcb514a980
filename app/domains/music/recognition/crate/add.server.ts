/** Adding files to a crate: what came from the browser is checked here again. */
import type { AppContext } from "#app/context.ts";
import { decodeBase64 } from "#app/domains/base/text/base64.ts";
import { cleanName } from "#app/domains/base/text/names.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { inTurn } from "#app/domains/people/accounts/in-turn.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { Write } from "#db/client.ts";
import { digestOf } from "#packages/fingerprint/peak-format.ts";
import type { AddedToCrateView, AddToCrateInput, CrateTrackInput } from "../contract.ts";
import { peaksKey } from "../port.ts";
import { insertFingerprint } from "../queries/acoustid.ts";
import { standForFile } from "../queries/crate-peers.ts";
import {
  findTrackIds,
  insertCrateReferences,
  listCrateReferences,
  listStanding,
  type ReferenceRow,
} from "../queries/references.ts";
import { Comparisons } from "./comparisons.server.ts";
import type { Fresh } from "./fresh.ts";
import { identityOf } from "./identify.server.ts";
import { joinDuplicates } from "./join.server.ts";
import { crateLimits, faultOf, readIsrc } from "./rules.ts";
import { toCrateViews } from "./views.ts";

/** A whole crate within an hour, in batches of 20. */
const rate = { max: 400, perMs: 3_600_000 } as const;
const burst = { max: 60, perMs: 60_000 } as const;
/** Others' references that are compared with one batch. */
const maxOthers = 100;
/** Comparisons of sound for one batch, and for all batches of an account; the job of the index makes others. */
const comparisonsEach = 20;
const comparisonRate = { max: 40, perMs: 60_000 } as const;

const fullMessage = "A crate holds at most 5,000 tracks. Delete some to add others.";

/**
 * Adds tracks to the viewer's crate, each file once, one batch after the other. Throws `not-found` for no performer,
 * `rate-limited`, `bad-input` for peaks that no reference has, `conflict` where the crate is full.
 */
export async function addToCrate(ctx: AppContext, input: AddToCrateInput): Promise<AddedToCrateView> {
  const { id: ownerId } = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`crate:minute:${ownerId}`, burst));
  requireOk(await ctx.limits.take(`crate:${ownerId}`, rate));
  const comparisons = new Comparisons(
    comparisonsEach,
    async () => (await ctx.limits.take(`crate:comparison:${ownerId}`, comparisonRate)).ok,
  );
  let sent: Fresh[] | undefined;
  return inTurn(ctx, "crate", async () => {
    sent ??= await readTracks(ctx, ownerId, input.tracks);
    return add(ctx, comparisons, ownerId, sent);
  });
}

async function readTracks(
  ctx: AppContext,
  ownerId: string,
  tracks: readonly CrateTrackInput[],
): Promise<Fresh[]> {
  const read: Fresh[] = [];
  for (const track of tracks) {
    read.push(await toReference(ctx, ownerId, track));
    // Each takes some milliseconds in one go.
    await sleep(0);
  }
  return read;
}

/** Undefined where the crate has changed meanwhile, so that these do not fit: nothing was stored. */
async function add(
  ctx: AppContext,
  comparisons: Comparisons,
  ownerId: string,
  sent: readonly Fresh[],
): Promise<AddedToCrateView | undefined> {
  const crate = await listCrateReferences(ctx.db, ownerId);
  const byDigest = new Map(crate.map((row) => [row.digest, row]));
  const fresh: Fresh[] = [];
  for (const each of sent) {
    if (byDigest.has(each.row.digest)) continue;
    const row = { ...each.row };
    byDigest.set(row.digest, row);
    fresh.push({ ...each, row });
  }
  if (crate.length + fresh.length > crateLimits.tracks)
    throw new AppError("conflict", { message: fullMessage });
  await identify(ctx, fresh);
  const known = await listOthers(ctx, ownerId, fresh);
  const standing = await joinDuplicates(ctx, comparisons, fresh, crate, known);
  const others = standing.flatMap((each) => standForFile(ctx.db, each));
  if (fresh.length > 0 && !(await store(ctx, ownerId, fresh, others))) return undefined;
  const views = new Map(
    toCrateViews([...crate, ...fresh.map(({ row }) => row)]).map((view) => [view.id, view]),
  );
  return {
    tracks: sent.flatMap(({ row }) => views.get(byDigest.get(row.digest)?.id ?? "") ?? []),
  };
}

async function toReference(
  ctx: Pick<AppContext, "clock" | "connect" | "ids">,
  ownerId: string,
  track: CrateTrackInput,
): Promise<Fresh> {
  const peaks = decodeBase64(track.peaks);
  const durationMs = Math.round(track.duration);
  const fault = peaks === null ? "unreadable" : faultOf(peaks, durationMs);
  if (peaks === null || fault !== null)
    throw new AppError("bad-input", { message: `The peaks of “${track.title}” are ${fault}.` });
  const id = ctx.ids.next();
  const row: ReferenceRow = {
    id,
    grade: "A",
    ownerId,
    trackId: null,
    title: cleanName(track.title).toWellFormed(),
    artists: track.artists.map((name) => cleanName(name).toWellFormed()).filter((name) => name !== ""),
    isrc: readIsrc(track.isrc),
    composer: lineOf(track.composer),
    label: lineOf(track.label),
    catalogueNumber: lineOf(track.catalogueNumber),
    durationMs,
    peaks: peaksKey(id),
    peaksBytes: peaks.length,
    digest: await digestOf(peaks),
    sameAs: null,
    performance: null,
    line: null,
    startsAt: null,
    witnesses: 0,
    createdAt: ctx.clock.now(),
    indexedAt: null,
    acoustidAskedAt: null,
    musicbrainz: null,
    expiresAt: null,
  };
  const fingerprint = ctx.connect("acoustid") === null ? null : (track.fingerprint ?? null);
  return { row, peaks, fingerprint };
}

const lineOf = (text: string | null | undefined) => cleanName(text ?? "").toWellFormed() || null;

/** Those whose track was played by anyone are of that track; the others get theirs when it is first played. */
async function identify(ctx: Pick<AppContext, "db">, fresh: readonly Fresh[]): Promise<void> {
  const keys = fresh.map(({ row }) => identityOf(row)?.key ?? "");
  const known = await findTrackIds(ctx.db, keys);
  fresh.forEach(({ row }, index) => {
    row.trackId = known.get(keys[index] ?? "") ?? null;
  });
}

function listOthers(
  ctx: Pick<AppContext, "db">,
  but: string,
  fresh: readonly Fresh[],
): Promise<ReferenceRow[]> {
  const trackIds = fresh.flatMap(({ row }) => row.trackId ?? []);
  return listStanding(ctx.db, { trackIds, digests: fresh.map(({ row }) => row.digest), but }, maxOthers);
}

/** Peaks first: a row without them would be a reference that nothing matches. */
async function store(
  ctx: AppContext,
  ownerId: string,
  fresh: readonly Fresh[],
  others: readonly Write[],
): Promise<boolean> {
  let isStored = false;
  try {
    for (const { row, peaks } of fresh) await ctx.referencePeaks.put(row.id, peaks);
    isStored = await insertCrateReferences(
      ctx.db,
      fresh.map(({ row }) => row),
      {
        ownerId,
        max: crateLimits.tracks,
        others: [
          ...fresh.flatMap(({ row, fingerprint }) =>
            fingerprint === null ? [] : insertFingerprint(ctx.db, row.id, fingerprint, row.createdAt),
          ),
          ...others,
        ],
      },
    );
    return isStored;
  } finally {
    if (!isStored) await ctx.referencePeaks.remove(fresh.map(({ row }) => row.id)).catch(() => undefined);
  }
}
