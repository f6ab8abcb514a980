/** The host names of this instance. Links and emails always use `ownOrigin`, never the name in a request. */
import { isLocal } from "./session.ts";

/** Scheme, host and port as configured, without a trailing slash. */
export const ownOrigin = (env: Pick<Env, "CUE_ORIGIN">): string => env.CUE_ORIGIN.replace(/\/+$/, "");

/** A name that always resolves to the machine itself. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** An address as the edge or Miniflare reports it: without brackets. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || isLoopback(address.replace(/^::ffff:/i, ""));

/**
 * Whether a request was sent to this instance by one of its own names. With DNS rebinding, a page of another site whose
 * name points here is of the same origin as what it requests, so no check of origins and no cookie rule would stop it;
 * but it cannot send any other `Host` than its own name. The address is checked as well as the header: Miniflare takes
 * it from a header that such a page could write.
 */
export function isOwnHost(request: Request, env: Pick<Env, "CUE_ORIGIN" | "CUE_MODE" | "CUE_HOST">): boolean {
  const own = new URL(ownOrigin(env));
  const url = new URL(request.url);
  const header = request.headers.get("host");
  const named = header === null ? new URL(url.origin) : URL.parse(`${url.protocol}//${header}`);
  // A host and nothing else: no user name before it and no path after it.
  if (named === null || named.href !== `${named.origin}/`) return false;
  // Locally there may be a proxy in front that speaks TLS.
  if (isLocal(env)) return [url, named].every((each) => isLocalName(each, own, env.CUE_HOST));
  return url.origin === own.origin && named.origin === own.origin;
}

/** The https address for a page that was requested without TLS on a deployed copy; null for all other requests. */
export function ownHostByTls(request: Request, env: Pick<Env, "CUE_ORIGIN" | "CUE_MODE">): string | null {
  const url = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isLocal(env) || !isRead || url.protocol !== "http:") return null;
  url.protocol = "https:";
  return url.origin === new URL(ownOrigin(env)).origin ? url.href : null;
}

/** Loopback is accepted with any port, because a tunnel or a container may map it. */
function isLocalName({ host, hostname }: URL, own: URL, listensOn: string | undefined): boolean {
  return host === own.host || isLoopback(hostname) || hostname === listensOn;
}
