/** Loaded once; after a failure the next call retries. */
export function loadOnPlay() {
  return import("./on-play.ts");
}
