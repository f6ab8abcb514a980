import type { MetaDescriptor } from "react-router";

interface RecordCard {
  origin: string;
  /** The page's one address. */
  path: string;
  title: string;
  description: string;
  /** Of Open Graph. */
  type: "profile" | "music.song";
  /** A picture of this instance, or null for the product's own. */
  image: string | null;
}

/** What other sites show of a link to a song, an artist or a label. */
export function recordCard({ origin, path, title, description, type, image }: RecordCard): MetaDescriptor[] {
  const url = `${origin}${path}`;
  return [
    { title: `${title} · Cue` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: type },
    { property: "og:site_name", content: "Cue" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image === null ? `${origin}/card.png` : new URL(image, origin).href },
    { name: "twitter:card", content: image === null ? "summary_large_image" : "summary" },
  ];
}
