/**
 * After log-in: to where the visitor wanted to go, else home. A whole load, so that every socket opens with the new
 * session. Only paths of this site are followed.
 */
export function enter(): void {
  const next = new URLSearchParams(window.location.search).get("next");
  const isOwnPath = next !== null && /^\/(?![/\\])/.test(next);
  window.location.assign(isOwnPath ? next : "/");
}
