import type { MetaDescriptor } from "react-router";
import { embedSize, oEmbedUrl } from "#app/domains/outside/embeds/address.ts";

/** The part of a description that search engines show. */
const longest = 200;

interface ShareCard {
  origin: string;
  /** The page's canonical path. */
  path: string;
  /** The title of the card; the window's title adds the product. */
  title: string;
  description: string;
  /** The type of Open Graph. */
  type: "website" | "profile" | "music.radio_station" | "music.playlist" | "music.song";
  /** A picture of this instance, or null for the product's own. */
  image: string | null;
  /** True where other sites may show the page's player instead of the card. */
  hasPlayer?: boolean;
  /** Path of that player, for sites that read no oEmbed. */
  player?: string;
}

/** The preview of a page on other sites and in search engines: nothing that a guest would not see on the page. */
export function shareCard({ origin, path, title, type, image, ...card }: ShareCard): MetaDescriptor[] {
  const url = `${origin}${path}`;
  const description = shorten(card.description);
  return [
    { title: `${title} · Cue` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: type },
    { property: "og:site_name", content: "Cue" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    ...(image === null ? ownPicture(origin) : pictureOf(new URL(image, origin).href, title)),
    ...(card.player === undefined ? [pictureFormat(image)] : playerTags(`${origin}${card.player}`)),
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    ...(card.hasPlayer ? [oEmbedLink(origin, path, title)] : []),
  ];
}

/** The product's own picture is designed for the wide format; those of people are square. */
const pictureFormat = (image: string | null): MetaDescriptor => ({
  name: "twitter:card",
  content: image === null ? "summary_large_image" : "summary",
});

const playerTags = (address: string): MetaDescriptor[] => [
  { name: "twitter:card", content: "player" },
  { name: "twitter:player", content: address },
  { name: "twitter:player:width", content: String(embedSize.width) },
  { name: "twitter:player:height", content: String(embedSize.height) },
];

/** Points feed readers and podcast apps to the feed of this page's stage or performer. */
export function feedLink(origin: string, of: { kind: "stage" | "performer"; id: string; name: string }) {
  const href = `${origin}/feed/${of.kind}/${of.id}.xml`;
  return { tagName: "link", rel: "alternate", type: "application/rss+xml", href, title: of.name } as const;
}

const pictureOf = (href: string, alt: string): MetaDescriptor[] => [
  { property: "og:image", content: href },
  { property: "og:image:alt", content: alt },
];

/**
 * Returns the picture with its size, so that the first user who shares a link sees it too: sites need not fetch the
 * picture for the layout.
 */
const ownPicture = (origin: string): MetaDescriptor[] => [
  ...pictureOf(`${origin}/card.png`, "Cue"),
  { property: "og:image:type", content: "image/png" },
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
];

/** The same card for a window with another title. */
export function withoutTitle(card: MetaDescriptor[]): MetaDescriptor[] {
  return card.filter((tag) => !("title" in tag) || "tagName" in tag);
}

/** Points other software to the description of this page's player. */
function oEmbedLink(origin: string, path: string, title: string): MetaDescriptor {
  const href = oEmbedUrl(origin, `${origin}${path}`);
  return { tagName: "link", rel: "alternate", type: "application/json+oembed", href, title };
}

/** Shortens at a word boundary where there is one, never within a character. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  const start = characters.slice(0, longest - 1).join("");
  return `${start.replace(/ \S{0,30}$/u, "")}…`;
}
