import { fullDate } from "#app/ui/time-format.ts";
import { cleanLine } from "../../../text/clean.ts";

/** What an upload is called unless its performer says otherwise: after the set, or after the day it is played. */
export function defaultUploadName(setName: string, startsAt: number, zone: string): string {
  const name = cleanLine(setName);
  return name === "" ? `Performance on Cue Music - ${fullDate(startsAt, zone)}` : `${name} - Cue Music`;
}
