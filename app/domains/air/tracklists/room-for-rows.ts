/** Limits of what people may say of one performance. */
import { AppError } from "#app/errors.ts";
import { standingRows } from "./claims.ts";
import type { EvidenceRow, NewEvidence } from "./evidence.ts";
import {
  maxLinesOfManagers,
  maxLinesOfPeople,
  maxRowsAtOnce,
  maxRowsOfManagers,
  maxRowsOfPeople,
} from "./rules.ts";

/**
 * Number of rows that people had said of it when these were read, and how many more they may say until rows are stored:
 * with more, there might be no place for these any more.
 */
export interface Room {
  said: number;
  spare: number;
}

/** Throws `bad-input` where so many rows more than are stored are too many. `others`: how many are written with them. */
export function requireRoom(stored: readonly EvidenceRow[], rows: readonly NewEvidence[], others = 0): Room {
  if (rows.length + others > maxRowsAtOnce)
    throw new AppError("bad-input", {
      message: `Send at most ${maxRowsAtOnce} corrections, tracks and artists in a request.`,
    });
  const said = [...stored, ...rows].filter(isSaid);
  const spareRows =
    rows.length === 0
      ? maxRowsOfPeople
      : Math.min(
          maxRowsOfPeople - said.length,
          rows.some(isOfManager) ? maxRowsOfManagers - said.filter(isOfManager).length : Infinity,
        );
  if (spareRows < 0)
    throw new AppError("bad-input", {
      message: "This tracklist has reached its limit of corrections.",
    });
  return {
    said: stored.filter(isSaid).length,
    spare: Math.min(spareRows, requireLines(stored, rows)),
  };
}

type Said = Pick<NewEvidence, "kind" | "userId">;

const isSaid = ({ kind, userId }: Said) => userId != null && kind !== "listener" && kind !== "ear";
const isOfManager = (row: Said) => isSaid(row) && row.kind === "manager";

/**
 * Returns how many rows may be said meanwhile: each brings one line at most, by what it says or by what it takes back.
 * What takes lines away is always possible.
 */
function requireLines(stored: readonly EvidenceRow[], rows: readonly NewEvidence[]): number {
  const before = linesOf(stored);
  const after = linesOf([...stored, ...rows]);
  const spareOf = (max: number, of: (kinds: readonly string[]) => number) =>
    of(after) > of(before) ? max - of(after) : Infinity;
  const ofManagers = (kinds: readonly string[]) => kinds.filter((kind) => kind === "manager").length;
  const spare = Math.min(
    spareOf(maxLinesOfPeople, ({ length }) => length),
    spareOf(maxLinesOfManagers, ofManagers),
  );
  if (spare < 0)
    throw new AppError("bad-input", {
      message: "No more tracks can be added to this tracklist. Remove some first.",
    });
  return spare;
}

/** The kinds of the lines that people have added or split off, and that were not removed. */
function linesOf(rows: readonly (EvidenceRow | NewEvidence)[]): string[] {
  const standing = standingRows(rows);
  const removed = new Set(standing.flatMap(({ act, line }) => (act === "remove" ? [line] : [])));
  return standing
    .filter(({ id, kind, act }) => {
      const isAdded = act === "split" || (act === "heard" && kind !== "ear" && kind !== "encoder");
      return isAdded && !removed.has(id);
    })
    .map(({ kind }) => kind);
}
