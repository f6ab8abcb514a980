import { cachePrefix, decideKeptCaches, readRoutes, routesFile } from "./rules.ts";

/** Written by the build; see `scripts/instance/service-worker.ts`. */
declare const CUE_BUILD: {
  /** Changes with any file of the build. */
  id: string;
  /** What every page loads, and the offline page. */
  shell: readonly string[];
  /** The pages' own scripts and styles. */
  pages: readonly string[];
};

/** Where the answer to a navigation without a network is kept. Without `.html`, which would be redirected. */
export const offlinePage = "/offline";

// Named once: the build writes it in at each mention.
const { id, shell, pages } = CUE_BUILD;
const current = cachePrefix + id;

/** Fetches what every page loads. A file that an earlier build had is taken from there. */
export async function keepShell(): Promise<void> {
  await keep(shell);
}

/**
 * Fetches the scripts of all pages, so that a tab that plays for hours gets to each page although a deploy has
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

/** Forgets the files of builds that no open tab can be of. */
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
 * What React Router asks before it opens a page that it does not know yet. A server of a newer build answers that the
 * tab should load anew, which would end the sound: a tab whose files are kept goes on with those instead.
 */
export async function answerRoutes(request: Request): Promise<Response> {
  const answer = await fetch(request);
  const build = new URL(request.url).searchParams.get("version");
  if (answer.status !== 204 || build === null) return answer;
  const kept = await caches.match(routesFile(build));
  return kept ? Response.json(readRoutes(await kept.text())) : answer;
}

/**
 * A page: always the server's. Pages are never kept, so that no one is kept on an old build or sees what another
 * account left behind.
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
