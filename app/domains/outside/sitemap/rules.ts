import { xml } from "#app/domains/base/text/xml.ts";

/** Addresses on one page of the sitemap; the protocol allows 50,000. */
export const sitemapPageSize = 5_000;

/** Pages that are neither a stage nor a person, and are the same for everyone. */
export const publicPaths = ["/", "/replays", "/status", "/privacy", "/tos"] as const;

/** Kinds that have pages of their own, in the order of the parts. */
const listedKinds = ["stages", "performers", "replays"] as const;
type ListedKind = (typeof listedKinds)[number];

export type SitemapPart = { kind: "pages" } | { kind: ListedKind; page: number };

/** `pages`, `stages-1`, `performers-12`: the part of that name, or null. */
export function readPart(name: string): SitemapPart | null {
  if (name === "pages") return { kind: "pages" };
  const [, named, page] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(name) ?? [];
  const kind = listedKinds.find((each) => each === named);
  return kind === undefined ? null : { kind, page: Number(page) };
}

/** The names of all parts there are. */
export function namesOfParts(counts: Record<ListedKind, number>): string[] {
  const pagesOf = (kind: ListedKind) =>
    Array.from({ length: Math.ceil(counts[kind] / sitemapPageSize) }, (_, index) => `${kind}-${index + 1}`);
  return ["pages", ...listedKinds.flatMap(pagesOf)];
}

/** The document that names all parts (sitemaps.org, `sitemapindex`). */
export function toIndex(origin: string, names: readonly string[]): string {
  const lines = names.map((name) => `<sitemap><loc>${xml(`${origin}/sitemap/${name}.xml`)}</loc></sitemap>`);
  return `${head}<sitemapindex xmlns="${namespace}">\n${lines.join("\n")}\n</sitemapindex>\n`;
}

/** A document of addresses (sitemaps.org, `urlset`). */
export function toUrlSet(origin: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `<url><loc>${xml(origin + path)}</loc></url>`);
  return `${head}<urlset xmlns="${namespace}">\n${lines.join("\n")}\n</urlset>\n`;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
