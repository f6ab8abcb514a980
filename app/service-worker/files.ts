import { cachePrefix, decideKeptCaches, readRoutes, routesFile } from "./rules.ts";

/** Written by the build; see `scripts/instance/service-worker.ts`. */
declare const CUE_BUILD: {
  /** Changes with any file of the build. */
  id: string;
  /** The files that every page loads, and the offline page. */
  shell: readonly string[];
  /** The pages' own scripts and styles. */
  pages: readonly string[];
};

/** The cache address of the response to a navigation without a network. Without `.html`, which would be redirected. */
export const offlinePage = "/offline";

// Read once: the build inserts the value at each mention.
const { id, shell, pages } = CUE_BUILD;
const current = cachePrefix + id;

/** Fetches the files that every page loads. A file that an earlier build had is copied from there. */
export async function keepShell(): Promise<void> {
  await keep(shell);
}

/**
 * Fetches the scripts of all pages, so that a tab that plays for hours can still open each page after a deploy has
 * replaced them.
 */
export async function keepPages(): Promise<void> {
  await keep(pages);
}

async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(current);
  for (const path of paths) {
    if (await cache.match(path)) continue;
    const known = path.startsWith("/assets/") ? await caches.match(path) : undefined;
    if (known) await cache.put(path, known);
    else await cache.add(new Request(path, { cache: path.startsWith("/assets/") ? "default" : "reload" }));
  }
}

/** Deletes the files of builds that no open tab can use. */
export async function forgetOldFiles(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const kept = decideKeptCaches(names, current);
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

/** A hashed file: the same wherever it comes from. */
export async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

/**
 * A hashed file that a worker or worklet runs. WebKit applies the policy of the service worker itself, which allows it
 * no workers, to such a request where it is passed on; one for the address alone is an ordinary download.
 */
export async function answerWorker({ url }: Request): Promise<Response> {
  return (await caches.match(url)) ?? fetch(url);
}

/**
 * React Router's request before it opens a page that it does not know yet. A server of a newer build responds that the
 * tab should reload, which would end the sound: a tab whose files are cached continues with those instead.
 */
export async function answerRoutes(request: Request): Promise<Response> {
  const answer = await fetch(request);
  const build = new URL(request.url).searchParams.get("version");
  if (answer.status !== 204 || build === null) return answer;
  const kept = await caches.match(routesFile(build));
  return kept ? Response.json(readRoutes(await kept.text())) : answer;
}

/**
 * A page: always from the server. Pages are never cached, so that no one is kept on an old build or sees another
 * account's data.
 */
export async function answerPage(
  request: Request,
  preloaded: Promise<Response | undefined>,
): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch (error) {
    const cache = await caches.open(current);
    const offline = await cache.match(offlinePage);
    if (offline) return offline;
    throw error;
  }
}
