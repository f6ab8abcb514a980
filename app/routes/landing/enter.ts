import { nextAddress } from "./next-address.ts";

/** After log-in: on to where the visitor was headed. A whole load, so that every socket opens with the new session. */
export function enter(): void {
  const next = new URLSearchParams(window.location.search).get("next");
  window.location.assign(nextAddress(next, window.location.origin));
}
