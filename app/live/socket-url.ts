/** The address of a socket of this site. */
export function socketUrl(path: `/realtime/${string}`): URL {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}

/** An address that the server answers without waking anything; not a page, which a service worker would answer. */
export function lifeSignUrl(socketUrl: string): URL {
  const url = new URL("/favicon.svg", socketUrl);
  url.protocol = url.protocol === "wss:" ? "https:" : "http:";
  return url;
}
