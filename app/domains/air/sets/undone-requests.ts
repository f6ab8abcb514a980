/** The requests for sets that are removed from the schedule again: pure. */
import { type Series, slotsOf } from "#app/domains/base/time/series.ts";

interface UndoneSet {
  startsAt: number;
  endsAt: number;
  name: string;
  description: string;
  mixcloud: boolean;
  mixcloudName: string;
}

export type UndoneRequest = UndoneSet & Series;

/**
 * Returns the smallest number of requests for exactly these sets, given by start: consecutive weeks at the same local
 * time under the same name form one series, all others are single.
 */
export function requestsFor(sets: readonly UndoneSet[], timeZone: string): UndoneRequest[] {
  const requests: UndoneRequest[] = [];
  for (const set of sets) {
    const last = requests.at(-1);
    if (last !== undefined && continues(last, set)) last.weeks += 1;
    else {
      const { name, description, mixcloud, mixcloudName, startsAt, endsAt } = set;
      requests.push({ name, description, mixcloud, mixcloudName, startsAt, endsAt, weeks: 1, timeZone });
    }
  }
  return requests;
}

function continues(series: UndoneRequest, set: UndoneSet): boolean {
  const next = slotsOf({ ...series, weeks: series.weeks + 1 }).at(-1);
  return (
    next?.startsAt === set.startsAt &&
    next.endsAt === set.endsAt &&
    series.name === set.name &&
    series.description === set.description &&
    series.mixcloud === set.mixcloud &&
    series.mixcloudName === set.mixcloudName
  );
}
