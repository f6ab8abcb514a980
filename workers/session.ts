/** Finds the viewer: the session of a bearer token or of the log-in cookie. */
import type { Viewer } from "#app/context.ts";
import { findSession, touchSession } from "#app/domains/people/accounts/queries/sessions.ts";
import { hashToken, sessionTerms } from "#app/domains/people/accounts/token.ts";
import { openDb } from "#db/client.ts";

/** The `__Host-` prefix makes browsers refuse the cookie from any other host, path or plain http. */
export const cookieName = (env: Pick<Env, "CUE_MODE">) => (isLocal(env) ? "cue" : "__Host-cue");

export function isLocal(env: Pick<Env, "CUE_MODE">): boolean {
  return (env.CUE_MODE as string) === "local";
}

export type Credential = { kind: "bearer" | "cookie"; token: string };

/**
 * The token that a request presents, unchecked. An `Authorization` header always takes precedence: a request that
 * carries one is never treated as a cookie call, whatever else the browser attached.
 */
export function presentedCredential(request: Request, env: Pick<Env, "CUE_MODE">): Credential | null {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer ([\w-]{20,128})$/i.exec(authorization)?.[1];
    return { kind: "bearer", token: token ?? "" };
  }
  const token = readCookie(request.headers.get("cookie") ?? "", cookieName(env));
  return token === null ? null : { kind: "cookie", token };
}

/**
 * The signed-in user, or null: no token, an unknown or ended session, or a banned account. Marks the session as seen at
 * most once an hour, which also postpones its idle end.
 */
export async function findViewer(
  request: Request,
  env: Pick<Env, "DB" | "CUE_MODE">,
): Promise<Viewer | null> {
  const credential = presentedCredential(request, env);
  if (credential === null || credential.token === "") return null;
  const db = openDb(env.DB);
  const now = Date.now();
  const sessionHash = await hashToken(credential.token);
  const session = await findSession(db, sessionHash);
  if (session === undefined || session.expiresAt <= now || session.bannedAt !== null) return null;
  if (now - session.lastSeenAt > sessionTerms.touchEveryMs) {
    const expiresAt = Math.min(now + sessionTerms.idleMs, session.createdAt + sessionTerms.absoluteMs);
    await touchSession(db, sessionHash, { lastSeenAt: now, expiresAt });
  }
  return {
    id: session.userId,
    username: session.username,
    photo: session.photo,
    badge: session.badgeDisplayChat ? session.badge : null,
    performerType: session.performerType,
    isPerformer: session.isPerformer,
    hasPassedTest: session.hasPassedTest,
    isManager: session.isManager,
    isOperator: session.isOperator,
    sessionHash,
  };
}

/** `Set-Cookie` for a new session, or for the end of one when `token` is null. */
export function sessionCookie(env: Pick<Env, "CUE_MODE">, token: string | null): string {
  const maxAge = token === null ? 0 : Math.floor(sessionTerms.absoluteMs / 1000);
  const secure = isLocal(env) ? "" : "; Secure";
  return `${cookieName(env)}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined && /^[\w-]{20,128}$/.test(value)) return value;
  }
  return null;
}
