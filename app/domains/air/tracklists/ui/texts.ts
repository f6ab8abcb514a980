/** Texts of pages about the lines of a tracklist. */

import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { countOf } from "#app/ui/number.ts";
import { offsetIn, type RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine, TracklistView } from "../contract/tracklists.ts";

type Source = TracklistLine["source"];

export const sourceTexts: Record<Source, string> = {
  encoder: "Named by the encoder",
  ear: "Recognized by ear",
  history: "From a history file",
  performer: "Named by the performer",
  listener: "Named by listeners",
  manager: "Named by a manager",
};

/** Returns who has named a line and how sure that is, for everyone. */
export function certaintyText({
  source,
  confidence,
  isConfirmed,
}: Pick<TracklistLine, "source" | "confidence"> & { isConfirmed?: boolean }): string {
  if (confidence === "possible") return `${sourceTexts[source]}, not certain`;
  if (isConfirmed && source !== "performer" && source !== "manager")
    return `${sourceTexts[source]}, confirmed`;
  return confidence === "fileable" ? `${sourceTexts[source]}, certain` : sourceTexts[source];
}

/** `12:04`, the time into the recording. */
export const timeText = (at: number, clock: RecordingClock): string => clockOffset(offsetIn(clock, at));

/** `12:04–16:30`, by the time into the recording; open while it is heard. */
export function spanText(
  { start, end }: Pick<TracklistLine, "start" | "end">,
  clock: RecordingClock,
): string {
  return `${timeText(start, clock)}–${end === null ? "" : timeText(end, clock)}`;
}

export const withoutName = "Unnamed";

/** `Artist – Title`, also of what is only possible; of what has no name, that. */
export function lineText({ track, possible }: Pick<TracklistLine, "track" | "possible">): string {
  const name = track ?? possible;
  return name === null ? withoutName : nameText(name);
}

export const nameText = ({ artist, title }: { artist: string; title: string }): string =>
  `${shownArtist(artist)} – ${shownTitle(title)}`;

/** Returns who suggests a name, and for which part of the line. */
export function suggestionText(
  { start, end, count, from: person }: TracklistLine["suggestions"][number],
  clock: RecordingClock,
): string {
  const others = count - 1;
  const people =
    person === null
      ? `Suggested by ${countOf(count, "listener", "listeners")}`
      : `${person.username}${others > 0 ? ` and ${countOf(others, "other", "others")}` : ""} gave the same sound this name`;
  return start === null ? `${people}.` : `${people}, ${spanText({ start, end }, clock)}.`;
}

/** `Heard 58 of 60 min, named 49.` */
export function coverText(
  { heardMs, namedMs, clock, endTime }: Pick<TracklistView, "heardMs" | "namedMs" | "clock" | "endTime">,
  now: number,
): string {
  const minutes = (ms: number) => Math.round(ms / 60_000);
  const total = Math.max(minutes(offsetIn(clock, endTime ?? now)), 1);
  const heard = Math.min(minutes(heardMs), total);
  return `Heard ${heard} of ${total} min, named ${Math.min(minutes(namedMs), heard)}.`;
}

export const wrongTime = "Write the time into the set as 12:04 or 1:02:03.";

/** The time into a recording that someone has typed (`12:04`, `1:02:03`, `90`: seconds), ms; null where it is none. */
export function readOffset(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text.trim());
  if (match === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}
