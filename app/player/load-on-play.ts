/** Loaded once; after a failure the next call tries again. */
export function loadOnPlay() {
  return import("./on-play.ts");
}
