/** Names that lead into a private network instead of onto the web. */
const privateSuffix =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/**
 * Whether this may be the endpoint of a push service: https on its own port, with a public name. IP addresses are
 * refused, no matter who owns them: no push service uses one, and they include those of private networks.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    return false;
  const host = url.hostname.replace(/\.$/, "");
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host);
  return isName && !privateSuffix.test(host);
}
