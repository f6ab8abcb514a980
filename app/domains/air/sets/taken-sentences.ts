/** Obstacles to a booking, in whole sentences for the one who books. */

import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { countOf } from "#app/ui/number.ts";

interface TakenSet {
  name: string;
  stageId: string;
  stageName: string;
  performerId: string;
  performerName: string;
  startsAt: number;
  endsAt: number;
}

interface About {
  /** The stage that is booked. */
  stageId: string;
  /** The user who books. */
  viewerId: string | undefined;
  /** Weeks of a series that are taken; empty for a single set. */
  weeks?: readonly string[];
  /** Includes the times in UTC, for someone without a page that shows them. */
  isTimed?: boolean;
}

/** Maximum number of sets that a sentence can name. */
const maxNamed = 3;

export function takenSentence(
  taken: readonly TakenSet[],
  { weeks = [], isTimed = false, ...reader }: About,
): string {
  const start = weeks.length === 0 ? "That time is taken." : `These weeks are taken: ${weeks.join(", ")}.`;
  const sentences = [...new Set(taken.map((set) => sentenceOf(set, reader, isTimed)))];
  const more = sentences.length - maxNamed;
  return [
    start,
    ...sentences.slice(0, maxNamed),
    ...(more > 0 ? [`${countOf(more, "more set is", "more sets are")} in the way.`] : []),
  ].join(" ");
}

/** A set on another stage is in the way because of its performer. */
function sentenceOf(
  { name, stageId, stageName, performerId, performerName, startsAt, endsAt }: TakenSet,
  reader: Pick<About, "stageId" | "viewerId">,
  isTimed: boolean,
): string {
  const when = isTimed ? ` from ${utcTime(startsAt)} to ${utcTime(endsAt)}` : " then";
  if (stageId === reader.stageId) return `“${name}” with ${performerName} is booked${when}.`;
  const what = `“${name}” on ${stageName}${when}.`;
  return performerId === reader.viewerId ? `You play ${what}` : `${performerName} plays ${what}`;
}
