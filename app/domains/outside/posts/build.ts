/** Builds a post from a text with placeholders, within the limit of its service. Pure. */
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { readTemplate, type TemplatePart } from "./template.ts";

/** Facts that a post tells of. */
export interface PostFacts {
  /** Null where it is not told who plays. */
  performer: string | null;
  /** Null for a performer's own profile. */
  stage: string | null;
  /** Null for a broadcast without a set. */
  set: string | null;
  /** Time when it starts or has started, epoch ms. */
  at: number;
}

/** A post as a client sends it: `link` is added at the end of the text. */
export interface BuiltPost {
  text: string;
  link: string | null;
}

/** Separator of a text and the link at its end. */
const separator = " ";
const ellipsis = "…";
/** The place of the link in a filled text; no text that people write contains it. */
const linkMark = "\uE000";

/**
 * Fills in the placeholders and shortens the text until the service takes it, which it counts in its own way. The link
 * is added at the end, or stays where `{link}` has been written; it is never shortened. The template must be valid.
 */
export function buildPost({
  template,
  facts,
  link,
  limit,
}: {
  template: string;
  facts: PostFacts;
  /** Null: without a link, also where the text has `{link}`. */
  link: string | null;
  limit: PostLimit;
}): BuiltPost {
  const room = limit.max - (link === null ? 0 : limit.linkCount);
  const [before = "", ...rest] = fillIn(template, facts, limit).split(linkMark);
  const after = rest.join("");
  if (link === null || after.trim() === "")
    return { text: shorten(tidy(`${before}${link === null ? after : ""}`), room, limit), link };
  const kept = shorten(before.trimStart(), room, limit);
  // What follows the link is shortened first.
  const end = shorten(after.trimEnd(), room - limit.count(kept), limit);
  return { text: `${kept}${link}${end}`, link: null };
}

/** A post as people see it. */
export const shownPost = ({ text, link }: BuiltPost, { shown = (each) => each }: PostLimit): string =>
  [shown(text), link].filter((part) => part !== null && part !== "").join(separator);

/** Returns how much of a service's limit a text uses that is not shortened, link included. */
export function countPost({
  template,
  facts,
  hasLink,
  limit,
}: {
  template: string;
  facts: PostFacts;
  hasLink: boolean;
  limit: PostLimit;
}): number {
  const text = tidy(fillIn(template, facts, limit).replaceAll(linkMark, " "));
  return limit.count(text) + (hasLink ? limit.linkCount : 0);
}

/** An instant in a zone, with the zone's name, since it is not known where a post is read: `Fri, Nov 27, 21:30 UTC`. */
export function postTime(at: number, zone = "UTC"): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).formatToParts(at);
  // Runtimes join them differently, and the server's preview must be the browser's.
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${read("weekday")}, ${read("month")} ${read("day")}, ${read("hour")}:${read("minute")} ${read("timeZoneName")}`;
}

function fillIn(template: string, facts: PostFacts, { plain }: PostLimit): string {
  const read = readTemplate(template);
  if (!read.ok) throw new Error(`unknown placeholder: ${read.unknown}`);
  // A name of a set, a stage or a person, which others may have chosen.
  const nameOf = (name: string) => plain(name.replaceAll(linkMark, ""));
  const words = read.parts.map((part) => valueOf(part, facts, nameOf)).join("");
  // The mark of a second link is left out.
  const [first, ...more] = words.split(linkMark);
  return more.length === 0 ? words : `${first}${linkMark}${more.join("")}`;
}

function valueOf(
  part: TemplatePart,
  { performer, stage, set, at }: PostFacts,
  nameOf: (name: string) => string,
): string {
  if ("text" in part) return part.text.replaceAll(linkMark, "");
  switch (part.placeholder) {
    case "performer":
      return nameOf(performer ?? stage ?? "Cue");
    // A performer's own profile.
    case "stage":
      return nameOf(stage ?? "Cue");
    case "set":
      return nameOf(set ?? "a live set");
    case "time":
      return postTime(at);
    case "link":
      return linkMark;
  }
}

/** Removes the spaces that an empty placeholder leaves at the ends of lines. */
const tidy = (text: string): string =>
  text
    .replace(/[ \t]{2,}/g, " ")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The longest start of a text for which there is room, between two characters as people see them, if possible two words. */
function shorten(text: string, room: number, limit: PostLimit): string {
  if (limit.count(text) <= room) return text;
  const starts = Array.from(graphemes.segment(text), ({ index }) => index);
  const cut = (end: number | undefined) => text.slice(0, end).trimEnd() + ellipsis;
  let [fits, tooLong] = [0, starts.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (limit.count(cut(starts[middle])) <= room) fits = middle;
    else tooLong = middle;
  }
  const end = starts[fits] ?? 0;
  if (end === 0) return "";
  const space = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
  // Not where it would lose much: languages without spaces, very long words.
  const isNear = space > end * 0.7 && limit.count(cut(space)) <= room;
  return cut(isNear ? space : end);
}
