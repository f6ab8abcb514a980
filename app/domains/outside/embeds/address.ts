import { xml } from "#app/domains/base/text/xml.ts";

/** The page that an address of this site leads to, if it has a player for other sites. */
export type Embeddable =
  | { kind: "stage"; stage: string }
  | { kind: "profile"; user: string }
  | { kind: "replay"; replay: string };

/** Size of the player on other sites, in CSS pixels. */
export const embedSize = { width: 800, height: 326 } as const;

/** Returns the page whose player belongs to this address; null where it is not on this site, or has none. */
export function readEmbeddable(address: string, origin: string): Embeddable | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.origin !== new URL(origin).origin) return null;
  const [first = "", second = "", third, ...more] = url.pathname.split("/").slice(1).map(decode);
  if (more.length > 0) return null;
  if (first === "player" && second === "stage" && third) return { kind: "stage", stage: third };
  if (first === "player" && second === "replay" && third) return { kind: "replay", replay: third };
  // A set leads to its recording.
  if (first === "djs" && second === "sets" && third) return { kind: "replay", replay: third };
  if (third || second === "") return null;
  if (first === "room") return { kind: "stage", stage: second };
  if (first === "replay") return { kind: "replay", replay: second };
  if (first === "profile" || first === "player") return { kind: "profile", user: second };
  return null;
}

/** The public player of a stage. */
export function stagePlayerPath(stage: { id: string; customUrl: string | null }): string {
  return `/player/stage/${encodeURIComponent(stage.customUrl ?? stage.id)}`;
}

/** The address that radios and players such as VLC open to hear a stage, no matter who plays there. */
export function stageSoundPath(stage: { id: string; customUrl: string | null }): string {
  return `/live/${encodeURIComponent(stage.customUrl ?? stage.id)}`;
}

/** The public player of a performer: the first space of the name becomes a dash. */
export function profilePlayerPath(username: string): string {
  return `/player/${encodeURIComponent(username.replace(" ", "-"))}`;
}

/** The public player of a replay. */
export function replayPlayerPath(replay: string): string {
  return `/player/replay/${encodeURIComponent(replay)}`;
}

/** The frame that shows a public player (`url`) on another page. */
export function embedHtml(frame: { url: string; name: string; width: number; height: number }): string {
  const { url, name, width, height } = frame;
  return `<iframe src="${xml(url)}" width="${width}" height="${height}" title="${xml(`${name} on Cue`)}" allow="autoplay" style="border:0;max-width:100%"></iframe>`;
}

/** The size of a player within the space that a page has. */
export function fitEmbed(room: { maxWidth?: number; maxHeight?: number }) {
  const { maxWidth = embedSize.width, maxHeight = embedSize.height } = room;
  return { width: Math.min(embedSize.width, maxWidth), height: Math.min(embedSize.height, maxHeight) };
}

/** Returns the address where other software reads how to embed this page of the site. */
export function oEmbedUrl(origin: string, page: string): string {
  return `${origin}/oembed?format=json&url=${encodeURIComponent(page)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
