/** The services to which the agent sends requests, and how often each may be asked from one address. */

export interface HostRule {
  /** Maximum number of requests in this time; null: as the service's headers say. */
  rate: { max: number; perMs: number } | null;
  /** Statuses by which it says that it was asked too often. */
  limitStatuses: readonly number[];
  /** Returns the part of the path that its headers about limits are about. */
  bucketOf?: (path: string) => string;
}

const limits = [429, 503];

/** Rules by host, which must be exactly this, over HTTPS. */
export const hostRules: ReadonlyMap<string, HostRule> = new Map([
  [
    "discord.com",
    {
      rate: null,
      limitStatuses: limits,
      // Each webhook has a limit of its own.
      bucketOf: (path: string) => /^\/api(?:\/v\d+)?\/webhooks\/[^/]+\/[^/]+/.exec(path)?.[0] ?? "",
    },
  ],
  ["musicbrainz.org", { rate: { max: 1, perMs: 1_000 }, limitStatuses: limits }],
  ["api.acoustid.org", { rate: { max: 3, perMs: 1_000 }, limitStatuses: limits }],
  ["api.deezer.com", { rate: { max: 50, perMs: 5_000 }, limitStatuses: limits }],
  ["itunes.apple.com", { rate: { max: 20, perMs: 60_000 }, limitStatuses: [403, ...limits] }],
  ["commons.wikimedia.org", { rate: { max: 1, perMs: 1_000 }, limitStatuses: limits }],
  ["www.wikidata.org", { rate: { max: 1, perMs: 1_000 }, limitStatuses: limits }],
  ["coverartarchive.org", { rate: { max: 5, perMs: 1_000 }, limitStatuses: limits }],
  ["archive.org", { rate: { max: 5, perMs: 1_000 }, limitStatuses: limits }],
] satisfies [string, HostRule][]);
