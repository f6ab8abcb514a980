/**
 * Responses of the API of MediaWiki at Wikimedia Commons (https://commons.wikimedia.org/wiki/Commons:API) and at
 * Wikidata (https://www.wikidata.org/w/api.php?action=help&modules=wbgetclaims), as far as they are read here.
 */
import * as z from "zod/mini";
import type { SourceAnswer } from "../source-answer.ts";

const Failure = z.object({ error: z.object({ code: z.string() }) });

/** The code of an error, which usually comes with status 200. */
export const readErrorCode = (json: unknown): string | null =>
  Failure.safeParse(json).data?.error.code ?? null;

/** A value of the templates on a file's page: a number or a text, which may contain HTML. */
const Said = z.nullish(z.object({ value: z.nullish(z.union([z.string(), z.number()])) }));
const Metadata = z.object({
  Artist: Said,
  /** The name that the author wants to be credited with. */
  Attribution: Said,
  /** `true` or `false`. */
  AttributionRequired: Said,
  /** Number of authors where there are several, of whom `Artist` is the first. */
  AuthorCount: Said,
  /** The reason why the file may soon be deleted. */
  DeletionReason: Said,
  /** `CC BY-SA 4.0`. */
  LicenseShortName: Said,
  LicenseUrl: Said,
  /** `true` where one of its licenses is not free. */
  NonFree: Said,
});
type Field = keyof typeof Metadata.shape;

/** Names of the requested fields. */
export const fields = Object.keys(Metadata.shape) as Field[];

const Page = z.object({
  title: z.string(),
  missing: z.nullish(z.boolean()),
  imageinfo: z.nullish(
    z.array(
      z.object({
        mime: z.string(),
        thumburl: z.nullish(z.string()),
        extmetadata: z.nullish(Metadata),
      }),
    ),
  ),
});
const Query = z.object({ query: z.object({ pages: z.array(Page) }) });

export interface CommonsFile {
  /** `File:Ana at the Ferry.jpg`. */
  title: string;
  /** Media type of the original. */
  mime: string;
  /** Address of a smaller copy, or of the original where that is smaller. */
  address: string;
  /** Empty where the page says nothing. */
  said: Record<Field, string>;
}

/** Null where nothing can be made of the response. */
export function readFile(json: unknown): SourceAnswer<CommonsFile> | null {
  const page = Query.safeParse(json).data?.query.pages[0];
  if (page === undefined) return null;
  const info = page.imageinfo?.[0];
  if (page.missing || info?.thumburl == null) return { is: "none" };
  const { mime, thumburl, extmetadata } = info;
  const said = Object.fromEntries(
    fields.map((field) => [field, String(extmetadata?.[field]?.value ?? "").trim()]),
  ) as Record<Field, string>;
  return { is: "found", value: { title: page.title, mime, address: thumburl, said } };
}

const Claims = z.object({
  claims: z.union([
    z.object({
      P18: z.optional(
        z.array(
          z.object({
            rank: z.string(),
            mainsnak: z.object({ datavalue: z.nullish(z.object({ value: z.string() })) }),
          }),
        ),
      ),
    }),
    // As PHP writes an object without properties.
    z.tuple([]),
  ]),
});

/**
 * The name of the file that is the picture of an item, the preferred one where it says so. Null where nothing can be made
 * of the response.
 */
export function readPicture(json: unknown): SourceAnswer<string> | null {
  const found = Claims.safeParse(json).data?.claims;
  if (found === undefined) return null;
  const pictures = "P18" in found ? (found.P18 ?? []) : [];
  const [first] = [...pictures.filter(({ rank }) => rank === "preferred"), ...pictures.filter(isNormal)];
  const name = first?.mainsnak.datavalue?.value;
  return name ? { is: "found", value: name } : { is: "none" };
}

const isNormal = ({ rank }: { rank: string }) => rank === "normal";
