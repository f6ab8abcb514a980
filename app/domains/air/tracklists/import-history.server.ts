/** A performer's history file as evidence of what they played. */
import type { AppContext } from "#app/context.ts";
import { decodeBase64 } from "#app/domains/base/text/base64.ts";
import { type Charset, findCharset } from "#app/domains/base/text/charset/undeclared.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { plainIsrc } from "#app/domains/music/tracks/recording-codes.ts";
import { inTurn } from "#app/domains/people/accounts/in-turn.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { readClock } from "../replays/clock.server.ts";
import { standingRows } from "./claims.ts";
import type { ImportedView, ImportHistoryInput } from "./contract/tracklists.ts";
import { rowOf } from "./correction-rows.server.ts";
import { deriveTracklist } from "./derive.ts";
import type { EvidenceRow, NewEvidence } from "./evidence.ts";
import { type HistoryFile, UnreadableHistory } from "./history/history-file.ts";
import { placeHistory } from "./history/place.ts";
import { type LeftOutEntry, type PlacedEntry, reasons } from "./history/placement.ts";
import { readHistoryFile } from "./history/read-history-file.ts";
import { viewTracklist } from "./open.server.ts";
import { requireOwnPerformance } from "./performance.server.ts";
import { addEvidence, nameTrack } from "./publish.server.ts";
import { isRoomTaken } from "./queries/room.ts";
import { listEvidence, listTracksById } from "./queries/tracklists.ts";
import { requireRoom } from "./room-for-rows.ts";

const rate = { max: 30, perMs: 3_600_000 } as const;
const previewRate = { max: 120, perMs: 3_600_000 } as const;
/** Files of both kinds: more than a person looks at. */
const burst = { max: 15, perMs: 60_000 } as const;
/** More than anyone plays in a set: each costs a look-up and some writes. */
const maxPlaced = 250;
/** Tracks and artists that one file may add to the catalog, with the rows that join them: six for each play. */
const maxAdded = 1_500;
const maxShownLeftOut = 200;
const maxTag = 200;
const sameMs = 5_000;
/** Number of tracks that are looked up together. */
const lookupSize = 25;

type Claim = Pick<NewEvidence, "trackId" | "artist" | "title" | "startsAt" | "endsAt" | "details">;

/**
 * Lays a history file onto the caller's own performance. The same file again, or another with its name, takes the place
 * of the earlier one: what it says of a play again keeps its row, and so the line that it began. Throws `not-found` for
 * everyone but the performer, `rate-limited`, and `bad-input` with what to do instead. A preview stores nothing.
 */
export async function importHistory(ctx: AppContext, input: ImportHistoryInput): Promise<ImportedView> {
  const own = await requireOwnPerformance(ctx, input.set);
  if (own.role !== "performer") throw new AppError("not-found");
  const isPreview = input.preview === true;
  const { performerId } = own.performance;
  requireOk(
    isPreview
      ? await ctx.limits.take(`history-preview:${performerId}`, previewRate)
      : await ctx.limits.take(`history:${performerId}`, rate),
  );
  requireOk(await ctx.limits.take(`history:minute:${performerId}`, burst));
  // A large file takes a second of processor time: those of one account are read one after the other.
  return inTurn(ctx, "history", async () => {
    const bytes = decodeBase64(input.file);
    if (bytes === null) throw new AppError("bad-input");
    const file = read(bytes, input.name, charsetOf(input.charset));
    const about = { file: input.name, digest: await digestOf(bytes) };
    return inTurn(ctx, own.performance.id, () => layOnto(ctx, own, { ...input, isPreview }, file, about));
  });
}

/** Undefined where others have taken the room meanwhile: nothing was stored. */
async function layOnto(
  ctx: AppContext,
  own: Own,
  { isPreview, timeZone }: Pick<ImportHistoryInput, "timeZone"> & { isPreview: boolean },
  file: HistoryFile,
  about: About,
): Promise<ImportedView | undefined> {
  const { performance } = own;
  const stored = await listEvidence(ctx.db, performance.id);
  const earlier = standingRows(stored).filter((row) => isOfFile(row, about));
  const others = stored.filter((row) => !earlier.includes(row));
  const { placed, leftOut } = placeHistory(file, {
    startsAt: performance.startsAt,
    endsAt: performance.endsAt ?? ctx.clock.now(),
    lines: deriveTracklist(others, performance),
    clock: await readClock(ctx, performance),
    timeZone,
  });
  const kept = placed.slice(0, maxPlaced);
  const tooMany = placed.slice(maxPlaced).map(({ entry }) => ({ entry, reason: reasons.tooMany }));
  const isDone = isPreview || (await store(ctx, own, kept, { stored, earlier }, about));
  if (!isDone) return undefined;
  return {
    ...countsOf(file, kept, [...leftOut, ...tooMany]),
    isPreview,
    tracklist: await viewTracklist(ctx, own),
  };
}

interface About {
  /** Its name. */
  file: string;
  digest: string;
}

/** False where others have taken the room meanwhile. */
async function store(
  ctx: AppContext,
  own: Own,
  placed: readonly PlacedEntry[],
  { stored, earlier }: Record<"stored" | "earlier", readonly EvidenceRow[]>,
  about: About,
): Promise<boolean> {
  const { claims, writes, size } = await toClaims(ctx, placed, about);
  const rows: NewEvidence[] = [
    ...earlier
      .filter((row) => !claims.some((claim) => isSame(row, claim)))
      .map((row) => retract(ctx, own, row)),
    ...claims
      .filter((claim) => !earlier.some((row) => isSame(row, claim)))
      .map((claim) => hear(ctx, own, claim)),
  ];
  const unless = isRoomTaken(ctx.db, own.performance.id, requireRoom(stored, rows));
  if (size > maxAdded)
    throw new AppError("bad-input", {
      message:
        "This file names too many artists that are new to Cue. Split it, and add one part after the other.",
    });
  return addEvidence(ctx, own.performance, rows, { before: writes, unless });
}

function countsOf(file: HistoryFile, placed: readonly PlacedEntry[], leftOut: readonly LeftOutEntry[]) {
  return {
    format: file.format,
    read: file.entries.length + file.leftOut + file.unread.length,
    placed: placed.length,
    leftOut: leftOut.slice(0, maxShownLeftOut).map(({ entry: { artist, title }, reason }) => ({
      artist,
      title,
      reason,
    })),
    entries: placed.map(({ entry: { artist, title }, startsAt: start, endsAt: end, isApproximate }) => ({
      artist,
      title,
      start,
      end,
      isApproximate,
    })),
    unread: file.unread,
    charset: file.charset ?? null,
  };
}

function charsetOf(label: string | undefined): Charset | undefined {
  if (label === undefined) return undefined;
  const charset = findCharset(label);
  if (charset === null)
    throw new AppError("bad-input", {
      message: `“${label}” is not a charset that Cue knows. Leave it out, or name one such as windows-1251.`,
    });
  return charset;
}

function read(bytes: Uint8Array, name: string, charset: Charset | undefined): HistoryFile {
  try {
    return readHistoryFile(bytes, name, charset);
  } catch (error) {
    if (error instanceof UnreadableHistory)
      throw new AppError("bad-input", { message: error.message, cause: error });
    throw error;
  }
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const isOfFile = ({ kind, act, details }: EvidenceRow, about: About) =>
  kind === "history" && act === "heard" && (details.file === about.file || details.digest === about.digest);

/** Whether two claims mean one play: with more lines to hold on to, a clock is fitted a little differently. */
const isSame = (a: Pick<Claim, "trackId" | "startsAt">, b: Pick<Claim, "trackId" | "startsAt">) =>
  a.trackId === b.trackId && Math.abs((a.startsAt ?? 0) - (b.startsAt ?? 0)) <= sameMs;

/** A play that a line has already is of that line's track, however the file spells it. */
async function toClaims(
  ctx: Pick<AppContext, "clock" | "db" | "ids">,
  placed: readonly PlacedEntry[],
  about: About,
) {
  const named: Awaited<ReturnType<typeof nameTrack>>[] = [];
  for (let from = 0; from < placed.length; from += lookupSize) {
    const some = placed.slice(from, from + lookupSize);
    named.push(...(await Promise.all(some.map(({ entry }) => nameTrack(ctx, entry.artist, entry.title)))));
  }
  const claims: Claim[] = [];
  const tracks = new Map<string, Pick<NonNullable<(typeof named)[number]>, "writes" | "size">>();
  for (const [index, { entry, startsAt, endsAt, isApproximate, line }] of placed.entries()) {
    const track = named[index];
    const trackId = line?.trackId ?? track?.id;
    if (track == null || trackId === undefined) continue;
    const details = { ...about, ...tagsOf(entry), ...(isApproximate && { approximately: 1 }) };
    claims.push({ trackId, artist: track.artist, title: track.title, startsAt, endsAt, details });
    if (trackId === track.id) tracks.set(trackId, track);
  }
  const known = await listTracksById(ctx.db, [...tracks.keys()]);
  const added = Array.from(tracks).flatMap(([id, track]) => (known.has(id) ? [] : [track]));
  return {
    claims,
    writes: added.flatMap(({ writes }) => writes),
    size: added.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Returns the file's facts about the recording beside its name: for the performer's own reports. */
function tagsOf({ album, label, isrc, composer }: PlacedEntry["entry"]): Record<string, string> {
  const tags = { album, label, isrc: plainIsrc(isrc ?? "") ?? "", composer };
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, text]) => {
      const clean = cleanLine(text ?? "")
        .slice(0, maxTag)
        .toWellFormed();
      return clean === "" ? [] : [[name, clean]];
    }),
  );
}

type Own = Awaited<ReturnType<typeof requireOwnPerformance>>;

function hear(ctx: Pick<AppContext, "clock" | "ids" | "viewer">, own: Own, claim: Claim): NewEvidence {
  const row = rowOf(ctx, own, "history");
  return { ...row, act: "heard", line: row.id, ...claim };
}

const retract = (ctx: AppContext, own: Own, { id }: EvidenceRow): NewEvidence => ({
  ...rowOf(ctx, own, "history"),
  act: "retract",
  details: { evidence: id },
});
