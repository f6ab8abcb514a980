/** The address of a socket of this site. */
export function socketUrl(path: `/realtime/${string}`): URL {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}
