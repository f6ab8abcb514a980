import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { inTurn } from "#app/domains/people/accounts/in-turn.server.ts";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { CorrectInput } from "./contract/correct-input.ts";
import type { CorrectedView, Correction, SuggestInput, TracklistView } from "./contract/tracklists.ts";
import { requireTrack, rowOf, rowsOf } from "./correction-rows.server.ts";
import { deriveTracklist } from "./derive.ts";
import type { EvidenceRow, Line } from "./evidence.ts";
import { isHiddenAt, viewTracklist } from "./open.server.ts";
import {
  type FoundPerformance,
  type OwnPerformance,
  openPerformance,
  requireOwnPerformance,
} from "./performance.server.ts";
import { addEvidence } from "./publish.server.ts";
import { isFullOfSuggestions, isRoomTaken } from "./queries/room.ts";
import { listEvidence } from "./queries/tracklists.ts";
import { requireRoom } from "./room-for-rows.ts";
import { correctRate, maxSuggestions, suggestRate } from "./rules.ts";
import { storeAgain } from "./unused-tracks.server.ts";

/**
 * Corrections of the performer or of a manager, stored together. Throws `not-found` for everyone else and for lines that
 * do not exist, `bad-input` for a name that is empty, for times outside of the performance, for more than can be stored,
 * and for a manager who hides a line or changes a hidden one; `rate-limited`.
 */
export async function correctTracklist(ctx: AppContext, input: CorrectInput): Promise<CorrectedView> {
  const own = await requireOwnPerformance(ctx, input.set);
  requireOk(await ctx.limits.take(`correct-tracklist:${ctx.viewer?.id}`, correctRate));
  const corrections = "acts" in input ? input.acts : [input];
  if (corrections.filter(({ act }) => act === "confirm-all").length > 1)
    throw new AppError("bad-input", { message: "Send confirm-all once in a request." });
  return inTurn(ctx, own.performance.id, () => correct(ctx, own, corrections));
}

/** Undefined where others have taken the room meanwhile: nothing was stored. */
async function correct(
  ctx: AppContext,
  own: OwnPerformance,
  corrections: readonly Correction[],
): Promise<CorrectedView | undefined> {
  const stored = await listEvidence(ctx.db, own.performance.id);
  const lines = deriveTracklist(stored, own.performance);
  for (const each of corrections) requireMayChange(ctx, own, { lines, stored }, each);
  const mayChange = (line: Line) => mayChangeLine(ctx, own, line);
  const { rows, writes, size, acts } = await rowsOf(ctx, { own, lines, stored, mayChange }, corrections);
  const unless = isRoomTaken(ctx.db, own.performance.id, requireRoom(stored, rows, size));
  const again = corrections.some(({ act }) => act === "undo") ? await storeAgain(ctx, stored) : [];
  const isStored =
    rows.length === 0 ||
    (await addEvidence(ctx, own.performance, rows, { before: [...again, ...writes], unless }));
  if (!isStored) return undefined;
  return { tracklist: await viewTracklist(ctx, own), evidence: rows.map(({ id }) => id), acts };
}

/**
 * A listener's name for a span that nobody has named for sure. Throws `not-found` where there is none at `start`,
 * `rate-limited`, and `bad-input` for more than one tracklist can have.
 */
export async function suggestTrack(ctx: AppContext, input: SuggestInput): Promise<TracklistView> {
  const { id: userId } = requireViewer(ctx);
  requireOk(await ctx.limits.take(`suggest-track:${userId}`, suggestRate));
  const found = await openPerformance(ctx, input.set);
  return inTurn(ctx, found.performance.id, () => suggest(ctx, found, { ...input, userId }));
}

async function suggest(
  ctx: AppContext,
  found: FoundPerformance,
  input: SuggestInput & { userId: string },
): Promise<TracklistView> {
  const { userId } = input;
  const stored = await listEvidence(ctx.db, found.performance.id);
  const line = deriveTracklist(stored, found.performance).find(
    ({ confidence, startsAt, endsAt }) =>
      confidence === "possible" &&
      startsAt <= input.start &&
      input.start < (endsAt ?? Number.MAX_SAFE_INTEGER),
  );
  if (line === undefined) throw new AppError("not-found");
  const track = await requireTrack(ctx, input);
  const { id: trackId, artist, title } = track;
  const isKnown = stored.some(
    (row) =>
      row.act === "suggest" && row.userId === userId && row.line === line.id && row.trackId === trackId,
  );
  if (isKnown) return viewTracklist(ctx, found);
  const row = {
    ...rowOf(ctx, found, "listener"),
    act: "suggest" as const,
    line: line.id,
    trackId,
    artist,
    title,
  };
  const { withNew, ofAll: ofOld, ofOne } = maxSuggestions;
  const ofAll = (await isNewAccount(ctx, userId)) ? withNew : ofOld;
  const unless = isFullOfSuggestions(ctx.db, found.performance.id, { userId, ofAll, ofOne });
  if (!(await addEvidence(ctx, found.performance, [row], { before: track.writes, unless })))
    throw new AppError("bad-input", { message: "This tracklist takes no more suggestions." });
  return viewTracklist(ctx, found);
}

/**
 * Requires the right to change a line: one that a performer hides is theirs alone, managers neither see nor change it.
 */
function requireMayChange(
  ctx: AppContext,
  own: OwnPerformance,
  { lines, stored }: { lines: readonly Line[]; stored: readonly EvidenceRow[] },
  act: Correction,
): void {
  if (own.role === "performer") return;
  if (act.act === "hide")
    throw new AppError("bad-input", { message: "Only the performer can hide a track or show it again." });
  const undone = act.act === "undo" ? undoneBy(stored, act.evidence) : undefined;
  const meant = lines.filter(
    ({ id, plays, suggestions }) =>
      ("line" in act && act.line === id) ||
      ("into" in act && act.into === id) ||
      ("suggestion" in act &&
        (plays.includes(act.suggestion) || suggestions.some((each) => each.id === act.suggestion))) ||
      (undone !== undefined &&
        [undone.id, undone.line, undone.details.into].some(
          (about) => about === id || plays.includes(String(about)),
        )),
  );
  for (const line of meant) requireMayChangeLine(ctx, own, line);
}

/** Returns the row that is said, or is not any more, once this row is taken back. */
function undoneBy(stored: readonly EvidenceRow[], id: string): EvidenceRow | undefined {
  const row = stored.find((each) => each.id === id);
  return row?.act === "retract" ? undoneBy(stored, String(row.details.evidence)) : row;
}

/** Throws `bad-input` for a line that its performer hides from the viewer. */
export function requireMayChangeLine(ctx: AppContext, own: OwnPerformance, line: Line): void {
  if (mayChangeLine(ctx, own, line)) return;
  throw new AppError("bad-input", {
    message: "The performer has hidden this track: only they can change it.",
  });
}

const mayChangeLine = (ctx: AppContext, { role }: OwnPerformance, line: Line) =>
  role === "performer" || !isHiddenAt(line, ctx.clock.now());

async function isNewAccount(
  { db, clock }: Pick<AppContext, "clock" | "db">,
  userId: string,
): Promise<boolean> {
  const user = await findUser(db, userId);
  return user === undefined || clock.now() - user.createdAt < minVoiceAgeMs;
}
