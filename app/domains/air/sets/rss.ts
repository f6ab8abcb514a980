/**
 * Writes RSS 2.0 with the elements of podcast apps (help.apple.com/itc/podcasts_connect, podcasting2.org). All texts are
 * plain, all addresses absolute, all times epoch ms.
 */
import { xml } from "#app/domains/base/text/xml.ts";

export interface RssChannel {
  title: string;
  /** Address of the page. */
  link: string;
  description: string;
  builtAt: number;
  items: readonly RssItem[];
  /** Null for a feed without any sound, which is for feed readers alone. */
  podcast: RssPodcast | null;
}

export interface RssPodcast {
  /** Address of the feed itself. */
  self: string;
  author: string;
  image: string;
  /** A UUID. */
  guid: string;
  /**
   * Live items, after all items: simple apps take the first enclosures that they find for episodes, and would record
   * for ever.
   */
  liveItems: readonly RssLiveItem[];
}

export interface RssItem {
  title: string;
  link: string;
  /** Never changes; an address of a page where there is no sound. */
  guid: string;
  publishedAt: number;
  description: string;
  sound: RssSound | null;
}

/** The sound of an item, which makes it an episode. */
export interface RssSound {
  mp3: string;
  /** Size of the MP3 file, exactly: apps compare it with what they have received. */
  bytes: number;
  opus: string;
  durationMs: number;
  chapters: string;
  author: string;
  image: string;
  /** May be empty. */
  genre: string;
}

/** Something that is on air, or will be. Apps go by `status`; a new stream has a new guid. */
export interface RssLiveItem {
  status: "pending" | "live";
  guid: string;
  title: string;
  description: string;
  author: string;
  image: string;
  link: string;
  mp3: string;
  ogg: string;
  startsAt: number;
  endsAt: number | null;
}

export function toRss({ title, link, description, builtAt, items, podcast }: RssChannel): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"${podcast === null ? "" : namespaces}><channel>
<title>${xml(title)}</title>
<link>${xml(link)}</link>
<description>${xml(description)}</description>
<generator>Cue Music</generator>
<lastBuildDate>${rfc2822(builtAt)}</lastBuildDate>
${[...(podcast === null ? [] : podcastLines(podcast, { title, link })), ...items.map(item), ...(podcast?.liveItems ?? []).map(liveItem)].join("\n")}
</channel></rss>
`;
}

const namespaces =
  ' xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"' +
  ' xmlns:podcast="https://podcastindex.org/namespace/1.0"';

const podcastLines = (
  { self, author, image, guid }: RssPodcast,
  { title, link }: Pick<RssChannel, "title" | "link">,
): string[] => [
  `<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>`,
  "<language>en</language>",
  `<itunes:author>${xml(author)}</itunes:author>`,
  `<itunes:image href="${xml(image)}"/>`,
  // Readers that know nothing of podcasts show this one.
  `<image><url>${xml(image)}</url><title>${xml(title)}</title><link>${xml(link)}</link></image>`,
  '<itunes:category text="Music"/>',
  "<itunes:explicit>false</itunes:explicit>",
  `<podcast:guid>${xml(guid)}</podcast:guid>`,
  "<podcast:medium>podcast</podcast:medium>",
];

function item({ title, link, guid, publishedAt, description, sound }: RssItem): string {
  return `<item>
<title>${xml(title)}</title>
<link>${xml(link)}</link>
<guid${sound === null ? "" : ' isPermaLink="false"'}>${xml(guid)}</guid>
<pubDate>${rfc2822(publishedAt)}</pubDate>
<description>${htmlOf(description)}</description>${sound === null ? "" : soundOf(sound)}
</item>`;
}

const soundOf = ({ mp3, bytes, opus, durationMs, chapters, author, image, genre }: RssSound) => `
<enclosure url="${xml(mp3)}" length="${bytes}" type="audio/mpeg"/>
<itunes:duration>${Math.round(durationMs / 1_000)}</itunes:duration>
<itunes:author>${xml(author)}</itunes:author>
<itunes:image href="${xml(image)}"/>${genre === "" ? "" : `\n<category>${xml(genre)}</category>`}
<itunes:explicit>false</itunes:explicit>
<podcast:chapters url="${xml(chapters)}" type="application/json+chapters"/>
${alternative(opus)}`;

function liveItem(live: RssLiveItem): string {
  const end = live.endsAt === null ? "" : ` end="${iso(live.endsAt)}"`;
  return `<podcast:liveItem status="${live.status}" start="${iso(live.startsAt)}"${end}>
<title>${xml(live.title)}</title>
<link>${xml(live.link)}</link>
<guid isPermaLink="false">${xml(live.guid)}</guid>
<description>${htmlOf(live.description)}</description>
<itunes:author>${xml(live.author)}</itunes:author>
<itunes:image href="${xml(live.image)}"/>
<enclosure url="${xml(live.mp3)}" length="0" type="audio/mpeg"/>
${alternative(live.ogg)}
<podcast:contentLink href="${xml(live.link)}">Cue</podcast:contentLink>
</podcast:liveItem>`;
}

const alternative = (address: string) =>
  `<podcast:alternateEnclosure type="audio/ogg"><podcast:source uri="${xml(address)}"/></podcast:alternateEnclosure>`;

/** Readers interpret a description as HTML: its text is escaped for that, and then for XML. */
const htmlOf = (text: string) => xml(xml(text).replaceAll("\n", "<br>\n"));

const rfc2822 = (at: number) => new Date(at).toUTCString();
const iso = (at: number) => new Date(at).toISOString();
