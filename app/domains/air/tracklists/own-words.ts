import { identifyTrack } from "#app/domains/music/tracks/identity.ts";

interface Named {
  artist: string;
  title: string;
}

/**
 * Returns the name of a line as its own source wrote it, where that names this track: how the track itself is spelled
 * was decided by whoever named it first, elsewhere.
 */
export function inOwnWords(line: Named, track: Named & { key: string }): Named {
  const own = identifyTrack(line.artist, line.title);
  const { artist, title } = own.key === track.key ? own : track;
  return { artist, title };
}
