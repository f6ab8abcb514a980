/** The parts of a request that decide who answers it. */
export interface Asked {
  url: URL;
  method: string;
  /** `navigate` is a whole page. */
  mode: string;
  hasRange: boolean;
  /** The use of the response: `worker` and `audioworklet` are scripts of other threads. */
  destination: string;
}

/**
 * The source of a response:
 * - `page`: the network, and the offline page without one;
 * - `routes`: the server, and for a tab of an older build the cached data of that build;
 * - `file`: a hashed file, which never changes, from the cache, otherwise from the network;
 * - `worker`: a hashed file that a worker or worklet runs, from the cache, otherwise by its address alone;
 * - `network`: the browser, as if there were no service worker.
 */
export type Answerer = "page" | "routes" | "file" | "worker" | "network";

/** Addresses that are not pages although a tab may navigate there: log-in elsewhere, downloads, other software. */
const notPages = /^\/(api|realtime|live|pictures|ingest|dev|player|music-token|calendar|feed|oembed)(\/|$)/;

/** The scripts that a browser runs in a thread of their own. */
const workerDestinations: ReadonlySet<string> = new Set([
  "worker",
  "sharedworker",
  "audioworklet",
  "paintworklet",
]);

/**
 * Only pages and hashed files are ever handled, so that calls, sockets, sound, pictures and later additions go straight
 * to the network. So does a hashed file with a query, which asks for it past every cache (`app/page-worker.ts`).
 */
export function decideAnswerer(
  { url, method, mode, hasRange, destination }: Asked,
  origin: string,
): Answerer {
  if (method !== "GET" || url.origin !== origin || hasRange) return "network";
  if (mode === "navigate") return notPages.test(url.pathname) ? "network" : "page";
  if (url.pathname === "/__manifest") return "routes";
  if (!url.pathname.startsWith("/assets/") || url.search !== "") return "network";
  return workerDestinations.has(destination) ? "worker" : "file";
}

/** The file with the list of a build's routes, of which pages are sent only the part they need. */
export function routesFile(build: string): string {
  return `/assets/manifest-${build}.js`;
}

/** The routes in that file, which is a script: `window.__reactRouterManifest={…};`. */
export function readRoutes(script: string): unknown {
  const manifest: unknown = JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
  return typeof manifest === "object" && manifest !== null && "routes" in manifest ? manifest.routes : {};
}

/** The caches that stay when `current` takes over, of all existing ones, oldest first. */
export function decideKeptCaches(names: readonly string[], current: string): string[] {
  const others = names.filter((name) => name.startsWith(cachePrefix) && name !== current);
  return [...others.slice(-1), current];
}

/** The prefix before the build in the name of a cache. */
export const cachePrefix = "cue-build-";
