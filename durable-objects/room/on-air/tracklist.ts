import type { Title } from "#app/domains/media/contract/control.ts";
import { cleanLine } from "#app/domains/text/clean.ts";
import { identifyTrack, type TrackIdentity } from "#app/domains/tracks/identity.ts";
import type { Memory } from "../../memory.ts";
import type { Air } from "./air.ts";

/** A track that was played in this room. */
export interface Play {
  id: string;
  trackId: string;
  broadcastId: string;
  key: string;
  /** Its position in the sound (server time, epoch ms). */
  at: number;
  /** The highest number of simultaneous listeners while it was the current one. */
  peakListeners: number;
  /** The ear has named it, not the encoder. */
  isOfEar?: boolean;
}

/** More tracks than anyone can be behind. */
const keep = 30;
const maxTitleLength = 200;

/** The last tracks of a room, newest last; the track of a cheer or favorite for an earlier moment is found here. */
export class Tracklist {
  readonly #memory: Memory;
  #plays: Play[];

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#plays = memory.get("plays") ?? [];
  }

  current(broadcastId: string | undefined): Play | undefined {
    const last = this.#plays.at(-1);
    return last?.broadcastId === broadcastId ? last : undefined;
  }

  /** The play of this id; where there is none, the one that was audible at `mediaAt`. */
  find(broadcastId: string, playId: string | null, mediaAt: number): Play | undefined {
    const own = this.#plays.filter((play) => play.broadcastId === broadcastId);
    return own.find((play) => play.id === playId) ?? own.findLast((play) => play.at <= mediaAt) ?? own[0];
  }

  /** Whether this track was played in this broadcast at that time or later. */
  hasPlayed(broadcastId: string, key: string, since: number): boolean {
    return this.#plays.some(
      (play) => play.broadcastId === broadcastId && play.key === key && play.at >= since,
    );
  }

  add(play: Play): void {
    this.#store([...this.#plays, play].slice(-keep));
  }

  notePeak(broadcastId: string | undefined, listeners: number): void {
    const current = this.current(broadcastId);
    if (current === undefined || listeners <= current.peakListeners) return;
    this.#store([...this.#plays.slice(0, -1), { ...current, peakListeners: listeners }]);
  }

  #store(plays: Play[]): void {
    this.#plays = plays;
    this.#memory.set("plays", plays);
  }
}

/** Records how many listen: the highest number is kept, of the broadcast on air and of its current track. */
export function notePeak({ air, tracklist }: { air: Air; tracklist: Tracklist }, listeners: number): void {
  air.notePeak(listeners);
  tracklist.notePeak(air.broadcast?.id, listeners);
}

/** A title as it is stored and compared; null where the encoder has sent none. */
export function readTitle(title: Title): (TrackIdentity & { at: number }) | null {
  const artist = cleanLine(title.artist).slice(0, maxTitleLength).toWellFormed();
  const name = cleanLine(title.title).slice(0, maxTitleLength).toWellFormed();
  if (artist === "" && name === "") return null;
  return { ...identifyTrack(artist, name), at: title.at };
}
