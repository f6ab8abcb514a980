/** The copy of the database that the statements of one request run on: any replica, or the primary. */
import { cookieName, isLocal, presentedCredential } from "./session.ts";

/** The primary for each statement, any replica, or any replica that has reached a bookmark. */
export type Reads = "primary" | "anywhere" | { since: string };

export interface RequestDatabase {
  database: D1Database;
  /** The newest state of the database that a statement of this request has seen; null where none has run. */
  bookmark: () => string | null;
}

type CookieMode = Pick<Env, "CUE_MODE">;

/** The time for which a writer's requests start from their last write. A replica is rarely a second behind. */
const maxAgeSeconds = 60;

/** Groups of hexadecimal digits, as D1 writes them; the name of a constraint is none. */
const bookmarkPattern = /^[\da-f]{1,64}(-[\da-f]{1,64}){1,7}$/i;

const bookmarkCookieName = (env: CookieMode) => (isLocal(env) ? "cue-bookmark" : "__Host-cue-bookmark");

/**
 * Returns where a request reads. One that writes reads from the primary only: a replica may not know yet that a session
 * has ended, or that what the write depends on has changed. Programs have no cookie for a bookmark, and read their own
 * writes at the primary.
 */
export function readsOf(request: Request, env: CookieMode, { writes }: { writes: boolean }): Reads {
  if (writes || request.headers.has("authorization")) return "primary";
  const since = readBookmark(request.headers.get("cookie") ?? "", bookmarkCookieName(env));
  return since === null ? "anywhere" : { since };
}

/** Opens the database for one request. */
export function openRequestDatabase(d1: D1Database, reads: Reads): RequestDatabase {
  if (reads === "primary") return primaryOf(d1);
  const session = d1.withSession(reads === "anywhere" ? "first-unconstrained" : reads.since);
  return { database: withStatements(d1, () => session), bookmark: () => session.getBookmark() };
}

/** The primary of a database. A session sends only its first statement there for certain: each one gets its own. */
export function primaryOf(d1: D1Database): RequestDatabase {
  const sessions: D1DatabaseSession[] = [];
  const database = withStatements(d1, () => {
    const session = d1.withSession("first-primary");
    sessions.push(session);
    return session;
  });
  return { database, bookmark: () => newest(sessions.map((session) => session.getBookmark())) };
}

const withStatements = (d1: D1Database, session: () => D1DatabaseSession): D1Database => ({
  prepare: (sql) => session().prepare(sql),
  batch: (statements) => session().batch(statements),
  exec: (sql) => d1.exec(sql),
  withSession: (start) => d1.withSession(start),
  dump: () => d1.dump(),
});

/** Bookmarks are sorted by their age. */
const newest = (bookmarks: (string | null)[]): string | null =>
  bookmarks
    .filter((bookmark) => bookmark !== null)
    .toSorted()
    .at(-1) ?? null;

/**
 * Returns the `Set-Cookie` of a response to a write, from which the browser's next requests start; null for a caller
 * without the cookie of a session, who has nothing of their own to read.
 */
export function bookmarkCookie(
  request: Request,
  response: Response,
  env: CookieMode,
  bookmark: string | null,
): string | null {
  const sent = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${cookieName(env)}=`));
  // Without a value the session has ended.
  const isSignedIn =
    sent === undefined
      ? presentedCredential(request, env)?.kind === "cookie"
      : !sent.startsWith(`${cookieName(env)}=;`);
  if (!bookmark || !isSignedIn || request.headers.has("authorization")) return null;
  const secure = isLocal(env) ? "" : "; Secure";
  return `${bookmarkCookieName(env)}=${bookmark}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

function readBookmark(cookies: string, name: string): string | null {
  for (const part of cookies.split(";")) {
    const [key, value = ""] = part.trim().split("=", 2);
    if (key === name && bookmarkPattern.test(value)) return value;
  }
  return null;
}
