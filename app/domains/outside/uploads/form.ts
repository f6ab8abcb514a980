/** The fields of an upload as Mixcloud documents them, and their form as bytes. */

import { concat } from "#packages/audio-formats/bytes.ts";
import { uploadLimits } from "./rules.ts";

export interface UploadFacts {
  name: string;
  description: string;
  /** The end of the description, which is never cut. */
  origin: string;
  tags: readonly string[];
  /** Tracks by position, ms. */
  tracks: readonly { start: number; artist: string; title: string }[];
}

type Field = readonly [name: string, value: string];

export function toFields({ name, description, origin, tags, tracks }: UploadFacts): Field[] {
  return [
    ["name", name],
    ["description", describe(description, origin)],
    ...tags.slice(0, uploadLimits.tags).map((tag, n): Field => [`tags-${n}-tag`, tag]),
    ...toSections(tracks),
  ];
}

function describe(description: string, origin: string): string {
  const end = description === "" ? origin : `\n\n${origin}`;
  const room = uploadLimits.descriptionLength - end.length;
  if (description.length <= room) return `${description}${end}`;
  // Half a surrogate pair is replaced.
  return `${description.slice(0, room - 1).replace(/[\ud800-\udbff]$/, "")}…${end}`;
}

/** Its times are whole seconds; of tracks in the same second only the last is heard. */
function toSections(tracks: UploadFacts["tracks"]): Field[] {
  return tracks
    .map(({ start, ...track }) => ({ ...track, second: Math.floor(start / 1_000) }))
    .filter(({ second }, n, all) => all[n + 1]?.second !== second)
    .flatMap(({ second, artist, title }, n): Field[] => [
      // A section without an artist is a chapter.
      ...(artist === "" || title === ""
        ? ([[`sections-${n}-chapter`, artist || title]] as const)
        : ([
            [`sections-${n}-artist`, artist],
            [`sections-${n}-song`, title],
          ] as const)),
      [`sections-${n}-start_time`, String(second)],
    ]);
}

const encoder = new TextEncoder();

/** The bytes before and after those of the MP3, which is the last field. */
export function encodeForm(
  boundary: string,
  fields: readonly Field[],
  picture: Uint8Array | null,
): { head: Uint8Array; tail: Uint8Array } {
  const part = (disposition: string, type?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  const texts = fields.map(([name, value]) => `${part(`name="${name}"`)}${value.toWellFormed()}\r\n`);
  const pieces = [
    encoder.encode(texts.join("")),
    ...(picture === null
      ? []
      : [
          encoder.encode(part('name="picture"; filename="picture.jpg"', "image/jpeg")),
          picture,
          encoder.encode("\r\n"),
        ]),
    encoder.encode(part('name="mp3"; filename="set.mp3"', "audio/mpeg")),
  ];
  return { head: concat(pieces), tail: encoder.encode(`\r\n--${boundary}--\r\n`) };
}
