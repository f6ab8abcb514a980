import * as z from "zod/mini";

const pixels = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)));

/** A consumer's request, in the names of oEmbed 1.0. */
export const OEmbedInput = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2_000)),
  maxwidth: pixels,
  maxheight: pixels,
});
export type OEmbedInput = z.infer<typeof OEmbedInput>;

/** A rich response of oEmbed 1.0. */
export interface OEmbedView {
  version: "1.0";
  type: "rich";
  title: string;
  author_name?: string;
  author_url?: string;
  provider_name: string;
  provider_url: string;
  /** Seconds. */
  cache_age: number;
  html: string;
  width: number;
  height: number;
}
