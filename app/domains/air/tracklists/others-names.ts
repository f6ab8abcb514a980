/**
 * Names that somebody has given to the same sound elsewhere: in another performer's tracklist they are suggestions, as if
 * those people had made them there. Pure.
 */
import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import { retractionsOf, standingRows } from "./claims.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceRow } from "./evidence.ts";

/** Somebody's name for this sound, from the tracklist of another performer (`details.namedIn`). */
export const isOthersName = ({
  kind,
  act,
  details,
}: Pick<EvidenceRow, "kind" | "act" | "details">): boolean =>
  kind === "ear" && act === "heard" && details.namedIn !== undefined && details.own !== 1;

/**
 * Rows that make lines, and rows about lines. Names of others are about the line without a name that they are heard in,
 * except where somebody has said something of them: then they are the lines that this is about. `drafts`: of the rows
 * that make lines.
 */
export function separateNames(rows: readonly EvidenceRow[]) {
  const standing = standingRows(rows);
  const meant = new Set(
    standing.flatMap(({ act, line }) => (act !== "heard" && line !== null ? [line] : [])),
  );
  const isLoose = (row: EvidenceRow) => isOthersName(row) && !meant.has(row.id);
  return {
    making: standing.filter((row) => !isLoose(row)),
    about: (drafts: readonly Draft[]) => {
      const place = (row: EvidenceRow) => (isLoose(row) ? toSuggestion(row, drafts) : [row]);
      const dismissed = dismissedRows(rows).flatMap(place).map(withKey);
      const accepted = acceptedRows(standing).flatMap(place).map(withKey);
      return standing.flatMap(place).filter((row) => {
        if (row.act !== "suggest" && row.act !== "agree") return true;
        const keyed = withKey(row);
        return !(
          row.voice?.isUnwanted ||
          dismissed.some((other) => isSameName(keyed, other) || isSameVoice(row, other.row)) ||
          accepted.some((other) => other.row.startsAt !== null && isSameName(keyed, other))
        );
      });
    },
  };
}

/** Returns the rows that the performer or a manager has called wrong. */
function dismissedRows(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const retractions = retractionsOf(rows);
  return rows.filter((row) => {
    const by = retractions.get(row.id)?.kind;
    return (by === "performer" || by === "manager") && (row.act === "suggest" || isOthersName(row));
  });
}

/** Suggestions that were accepted. */
function acceptedRows(standing: readonly EvidenceRow[]): EvidenceRow[] {
  const ids = new Set(standing.map(({ details }) => details.suggestion));
  return standing.filter(({ id }) => ids.has(id));
}

/** The line without a name in which it is heard for the most part; none where that part has a name. */
function toSuggestion(row: EvidenceRow, drafts: readonly Draft[]): EvidenceRow[] {
  const share = (draft: Draft) => overlapMs(row, draft) / lengthOf(row);
  const isNamed = drafts.some(
    (draft) =>
      draft.trackId !== null &&
      draft.kinds.some((kind) => kind !== "encoder") &&
      draft.claims.some(({ isSure }) => isSure) &&
      share(draft) > 0.5,
  );
  const [line] = drafts
    .filter((draft) => draft.trackId === null && share(draft) > 0.5)
    .toSorted((a, b) => share(b) - share(a));
  return isNamed || line === undefined ? [] : [{ ...row, act: "suggest", line: line.id }];
}

type Timed = Pick<EvidenceRow, "startsAt" | "endsAt">;

const lengthOf = ({ startsAt, endsAt }: Timed) => Math.max(1, (endsAt ?? 0) - (startsAt ?? 0));
const overlapMs = (a: Timed, b: Timed) =>
  Math.min(a.endsAt ?? Number.MAX_SAFE_INTEGER, b.endsAt ?? Number.MAX_SAFE_INTEGER) -
  Math.max(a.startsAt ?? 0, b.startsAt ?? 0);

/** Whether one is about the other's sound. What listeners suggest is about the whole line. */
const isSameSound = (a: EvidenceRow, b: EvidenceRow) =>
  a.line === b.line && (a.startsAt === null || b.startsAt === null || overlapMs(a, b) > 0);

interface Keyed {
  row: EvidenceRow;
  key: string;
}

/** Returns the row with its key, computed once per row: many are compared with many. */
const withKey = (row: EvidenceRow): Keyed => ({ row, key: identifyTrack(row.artist, row.title).key });

const isSameName = (a: Keyed, b: Keyed) => a.key === b.key && isSameSound(a.row, b.row);

/** The same person about the same sound, in other words. */
const isSameVoice = (a: EvidenceRow, b: EvidenceRow) =>
  a.details.namedIn !== undefined &&
  b.details.namedIn !== undefined &&
  a.userId !== null &&
  a.userId === b.userId &&
  isSameSound(a, b);
