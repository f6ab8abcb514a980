/** How the lines of a tracklist are called on pages. */
import { clockOffset } from "../../time/clock-offset.ts";
import { shownArtist, shownTitle } from "../../tracks/shown.ts";
import type { TracklistLine } from "../contract/tracklists.ts";

type Source = TracklistLine["source"];

export const sourceWords: Record<Source, string> = {
  encoder: "Named by the encoder",
  ear: "Recognized by ear",
  history: "From a history file",
  performer: "Named by the performer",
  listener: "Named by listeners",
  manager: "Named by a manager",
};

/** Who has named a line and how sure that is, for everyone. */
export function certaintyInWords({
  source,
  confidence,
  isConfirmed,
}: Pick<TracklistLine, "source" | "confidence"> & { isConfirmed?: boolean }): string {
  if (confidence === "possible") return `${sourceWords[source]}, not certain`;
  if (isConfirmed && source !== "performer" && source !== "manager")
    return `${sourceWords[source]}, confirmed`;
  return confidence === "fileable" ? `${sourceWords[source]}, certain` : sourceWords[source];
}

/** `12:04–16:30`, by the time into the set; open while it is heard. */
export function spanInWords({ start, end }: Pick<TracklistLine, "start" | "end">, from: number): string {
  return `${clockOffset(start - from)}–${end === null ? "" : clockOffset(end - from)}`;
}

export const withoutName = "Something without a name";

/** `Artist – Title`; of what has no name, that. */
export const lineInWords = ({ track }: Pick<TracklistLine, "track">): string =>
  track === null ? withoutName : `${shownArtist(track.artist)} – ${shownTitle(track.title)}`;

/** `Heard 58 of 60 min, named 49.` */
export function coverInWords(cover: { heardMs: number; namedMs: number }, totalMs: number): string {
  const minutes = (ms: number) => Math.round(ms / 60_000);
  const total = Math.max(minutes(totalMs), 1);
  const heard = Math.min(minutes(cover.heardMs), total);
  return `Heard ${heard} of ${total} min, named ${Math.min(minutes(cover.namedMs), heard)}.`;
}

export const wrongTime = "Write the time into the set as 12:04 or 1:02:03.";

/** The time into a set that someone has typed (`12:04`, `1:02:03`, `90`: seconds), ms; null where it is none. */
export function readOffset(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text.trim());
  if (match === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}
