/** The other services that this instance sends requests to, and how it reaches them. */

/** `twitter` is X: calls, pages and settings of the specification keep its first name. */
export const parties = [
  "mixcloud",
  "twitter",
  "bluesky",
  "mastodon",
  "discord",
  "telegram",
  "spotify",
  "listenbrainz",
  "lastfm",
] as const;
export type Party = (typeof parties)[number];

/** Services that are asked about music. No one has an account there. */
export const sources = ["musicbrainz", "coverart", "commons", "acoustid"] as const;
export type Source = (typeof sources)[number];

/**
 * Services that this instance sends requests to: `webhooks` are addresses that people enter; `cloudflare` is asked what
 * this instance uses of it.
 */
export const services = [...parties, ...sources, "webhooks", "cloudflare"] as const;
export type Service = (typeof services)[number];

export const partyNames: Record<Party, string> = {
  mixcloud: "Mixcloud",
  twitter: "Twitter",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  discord: "Discord",
  telegram: "Telegram",
  spotify: "Spotify",
  listenbrainz: "ListenBrainz",
  lastfm: "Last.fm",
};

export const sourceNames: Record<Source, string> = {
  musicbrainz: "MusicBrainz",
  coverart: "Cover Art Archive",
  commons: "Wikimedia Commons",
  acoustid: "AcoustID",
};

/** A client's connection to its service. On a local copy without keys it leads to the simulator of that service. */
export interface Connection {
  /** The operator's keys there; empty where the service needs nothing of the operator. */
  keys: { id: string; secret: string };
  /** The origin of this instance, without a trailing slash: callback addresses begin with it. */
  origin: string;
  isSimulated: boolean;
  /**
   * `https://{host}`, without a trailing slash; of a simulator its address, the same for every host of a service. The
   * host of a Mastodon server remains part of it.
   */
  at(host: string): string;
  /** Throws where there is no response. */
  send(request: Request): Promise<Response>;
}

/** Null for a service that is switched off here: pages and calls then do not mention it. */
export type Connect = (service: Service) => Connection | null;
