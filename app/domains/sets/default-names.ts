/** The default names of a set and its upload. */
import { cleanLine } from "../text/clean.ts";

/** For a set that was booked without a name: the day it is played. */
export const defaultSetName = (startsAt: number, zone: string) =>
  `Performance on Cue Music - ${new Intl.DateTimeFormat("en-US", { timeZone: zone, dateStyle: "long" }).format(startsAt)}`;

/** The set's name, or the day it is played. */
export function defaultUploadName(setName: string, startsAt: number, zone: string): string {
  const name = cleanLine(setName);
  return name === "" ? defaultSetName(startsAt, zone) : `${name} - Cue Music`;
}
