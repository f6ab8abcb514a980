/** Checks a record as the lexicon of `app.bsky.feed.post` says. */
import * as z from "zod/mini";

const maxGraphemes = 300;
const maxBytes = 3_000;

const Link = z.object({ $type: z.literal("app.bsky.richtext.facet#link"), uri: z.url() });
const Tag = z.object({
  $type: z.literal("app.bsky.richtext.facet#tag"),
  tag: z.string().check(z.minLength(1), z.maxLength(640)),
});
const offset = () => z.number().check(z.int(), z.gte(0));

const PostRecord = z.object({
  $type: z.literal("app.bsky.feed.post"),
  text: z.string(),
  createdAt: z.iso.datetime(),
  langs: z.optional(z.array(z.string()).check(z.maxLength(3))),
  facets: z.optional(
    z.array(
      z.object({
        index: z.object({ byteStart: offset(), byteEnd: offset() }),
        features: z.array(z.union([Link, Tag])).check(z.minLength(1)),
      }),
    ),
  ),
  embed: z.optional(
    z.object({
      $type: z.literal("app.bsky.embed.external"),
      external: z.object({
        uri: z.url(),
        title: z.string(),
        description: z.string(),
        thumb: z.optional(
          z.object({
            $type: z.literal("blob"),
            ref: z.object({ $link: z.string() }),
            mimeType: z.string().check(z.startsWith("image/")),
            size: z.number().check(z.lte(1_000_000)),
          }),
        ),
      }),
    }),
  ),
});

/** Returns what is wrong with it, or null. `hasBlob`: whether the account has uploaded it. */
export function checkPost(record: unknown, hasBlob: (link: string) => boolean): string | null {
  const parsed = PostRecord.safeParse(record);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join("/")).join(", ");
  const { text, facets = [], embed } = parsed.data;
  const bytes = new TextEncoder().encode(text);
  const graphemes = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)).length;
  if (graphemes > maxGraphemes) return `Record/text must not be longer than ${maxGraphemes} graphemes`;
  if (bytes.length > maxBytes) return `Record/text must not be longer than ${maxBytes} bytes`;
  const isWrong = facets.some(({ index }) => !isPart(bytes, index));
  if (isWrong) return "Record/facets has an index that is outside of the text";
  const thumb = embed?.external.thumb;
  return thumb === undefined || hasBlob(thumb.ref.$link) ? null : `Could not find blob: ${thumb.ref.$link}`;
}

/** Apps ignore a facet that cuts a letter; here it is an error. */
function isPart(bytes: Uint8Array, { byteStart, byteEnd }: { byteStart: number; byteEnd: number }): boolean {
  const isInside = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  return byteStart < byteEnd && byteEnd <= bytes.length && !isInside(byteStart) && !isInside(byteEnd);
}
