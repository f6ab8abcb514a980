/** The default names of a set and its upload. */
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { localTimeOf } from "#app/domains/base/time/time-zone.ts";

/** Returns the name of a set that was booked without one: the day it is played. */
export const defaultSetName = (startsAt: number, zone: string) =>
  `Performance on Cue Music - ${dayFormat.format(localTimeOf(startsAt, zone))}`;

/** Formats local times, which are those of UTC. */
const dayFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });

/** The set's name, or the day it is played. */
export function defaultUploadName(setName: string, startsAt: number, zone: string): string {
  const name = cleanLine(setName);
  return name === "" ? defaultSetName(startsAt, zone) : `${name} - Cue Music`;
}
