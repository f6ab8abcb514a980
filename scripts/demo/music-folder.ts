/** The rendered set in the state folder: one FLAC file per song, named by its position. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { songs } from "./music/songs.ts";

export interface DemoTrack {
  artist: string;
  title: string;
  file: string;
}

/** The tracks in the order of the set. They exist once `isRendered` returns true. */
export function demoTracks(state: string): DemoTrack[] {
  return songs.map(({ artist, title }, index) => ({
    artist,
    title,
    file: join(state, "demo", `${index + 1}.flac`),
  }));
}

/** The file that is written last; it contains the fingerprint of the music it was rendered from. */
export function stampFile(state: string): string {
  return join(state, "demo", "music.sha256");
}

export function isRendered(state: string): boolean {
  const stamp = stampFile(state);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === musicFingerprint();
}

/** Changes whenever a song or an instrument does. */
export function musicFingerprint(): string {
  const folder = join(import.meta.dirname, "music");
  const hash = createHash("sha256");
  for (const file of globSync("**/*.ts", { cwd: folder }).sort())
    hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}
