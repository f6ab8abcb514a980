/** By which names this instance may be asked. Everything that leaves it names itself by `ownOrigin`, never by a request. */
import { isLocal } from "./session.ts";

/** Scheme, host and port as configured, without a slash at the end. */
export const ownOrigin = (env: Pick<Env, "CUE_ORIGIN">): string => env.CUE_ORIGIN.replace(/\/+$/, "");

/** A name by which a machine only ever reaches itself. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** An address as the edge or Miniflare tells it: without brackets. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || isLoopback(address.replace(/^::ffff:/i, ""));

/**
 * Whether a request was sent to this instance by a name of its own. A page of another site whose name was made to
 * lead here (DNS rebinding) is of the same origin as what it asks for, so that no check of origins and no cookie rule
 * would stop it; but it cannot send another `Host` than its own name. Beside the header the address is looked at:
 * Miniflare takes it from a header that such a page could write.
 */
export function isOwnHost(request: Request, env: Pick<Env, "CUE_ORIGIN" | "CUE_MODE" | "CUE_HOST">): boolean {
  const own = new URL(ownOrigin(env));
  const url = new URL(request.url);
  const header = request.headers.get("host");
  const named = header === null ? new URL(url.origin) : URL.parse(`${url.protocol}//${header}`);
  // A host and nothing else: no user's name before it, no path behind it.
  if (named === null || named.href !== `${named.origin}/`) return false;
  // Locally it is not known whether something in front speaks TLS.
  if (isLocal(env)) return [url, named].every((each) => isLocalName(each, own, env.CUE_HOST));
  return url.origin === own.origin && named.origin === own.origin;
}

/** Where someone is to go who asks for a page of this instance without TLS, though it has it; null for all others. */
export function ownHostByTls(request: Request, env: Pick<Env, "CUE_ORIGIN" | "CUE_MODE">): string | null {
  const url = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isLocal(env) || !isRead || url.protocol !== "http:") return null;
  url.protocol = "https:";
  return url.origin === new URL(ownOrigin(env)).origin ? url.href : null;
}

/** Loopback goes by any port: a tunnel or a container may map it. */
function isLocalName({ host, hostname }: URL, own: URL, listensOn: string | undefined): boolean {
  return host === own.host || isLoopback(hostname) || hostname === listensOn;
}
