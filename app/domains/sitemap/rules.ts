import { xml } from "../text/xml.ts";

/** Addresses on one page of the sitemap; the protocol allows 50,000. */
export const sitemapPageSize = 5_000;

/** Pages that are neither a stage nor a person, and are the same for everyone. */
export const publicPaths = ["/", "/status", "/privacy", "/tos"] as const;

export type SitemapPart = { kind: "pages" } | { kind: "stages" | "performers"; page: number };

/** `pages`, `stages-1`, `performers-12`: the part of that name, or null. */
export function readPart(name: string): SitemapPart | null {
  if (name === "pages") return { kind: "pages" };
  const [, kind, page] = /^(stages|performers)-([1-9]\d{0,5})$/.exec(name) ?? [];
  return kind === "stages" || kind === "performers" ? { kind, page: Number(page) } : null;
}

/** The names of all parts there are. */
export function namesOfParts(counts: { stages: number; performers: number }): string[] {
  const pagesOf = (kind: "stages" | "performers") =>
    Array.from({ length: Math.ceil(counts[kind] / sitemapPageSize) }, (_, index) => `${kind}-${index + 1}`);
  return ["pages", ...pagesOf("stages"), ...pagesOf("performers")];
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
