/** How much people may say of one performance. */
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

/** Throws `bad-input` where so many rows more than are stored are too many. `others`: how many are written with them. */
export function requireRoom(stored: readonly EvidenceRow[], rows: readonly NewEvidence[], others = 0): void {
  if (rows.length + others > maxRowsAtOnce)
    throw new AppError("bad-input", {
      message: `Send at most ${maxRowsAtOnce} corrections, tracks and artists in a request.`,
    });
  const said = [...stored, ...rows].filter(
    ({ kind, userId }) => userId != null && kind !== "listener" && kind !== "ear",
  );
  const isOver =
    said.length > maxRowsOfPeople ||
    (rows.some(({ kind }) => kind === "manager") &&
      said.filter(({ kind }) => kind === "manager").length > maxRowsOfManagers);
  if (rows.length > 0 && isOver)
    throw new AppError("bad-input", {
      message: "This tracklist has reached its limit of corrections.",
    });
  requireLines(stored, rows);
}

/** What takes lines away is always possible. */
function requireLines(stored: readonly EvidenceRow[], rows: readonly NewEvidence[]): void {
  const before = linesOf(stored);
  const after = linesOf([...stored, ...rows]);
  const isOver = (max: number, of: (kinds: readonly string[]) => number) =>
    of(after) > max && of(after) > of(before);
  const ofManagers = (kinds: readonly string[]) => kinds.filter((kind) => kind === "manager").length;
  if (isOver(maxLinesOfPeople, ({ length }) => length) || isOver(maxLinesOfManagers, ofManagers))
    throw new AppError("bad-input", {
      message: "No more tracks can be added to this tracklist. Remove some first.",
    });
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
