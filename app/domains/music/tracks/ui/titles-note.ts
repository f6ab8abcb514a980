/** The note on an empty list of tracks: how tracks get there. `isOwn`: the reader plays them. */
export function titlesNote(isOwn = false): string {
  return isOwn
    ? "Tracks appear here when you or your software name them, or when Cue recognizes them."
    : "Tracks appear here when the performer or their software names them, or when Cue recognizes them.";
}
