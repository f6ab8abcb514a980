import type { Title } from "#app/domains/air/media/contract/control.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { identifyTrack, type TrackIdentity } from "#app/domains/music/tracks/identity.ts";
import type { Memory } from "#packages/durable/memory.ts";
import { lastPlays, type Play } from "../memory.ts";
import { type Air, isNewsOfPeak, type StoredPeak } from "./air.ts";

/** A play's fields in a correction. */
export type CorrectedPlay = Required<Pick<Play, "trackId" | "key" | "at" | "shown">>;

export const isCorrected = ({ shown, gone }: Play): boolean => shown !== undefined || gone !== undefined;
const keysOf = ({ key, said = [] }: Play): string[] => [key, ...said];

/** More tracks than anyone can be behind. */
const keep = 30;
const maxTitleLength = 200;

/** The last tracks of a room, newest last; the track of a cheer or favorite for an earlier moment is found here. */
export class Tracklist {
  readonly #memory: Memory;
  #plays: Play[];
  #peakStored: StoredPeak = { listeners: 0, at: 0 };

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#plays = memory.get(lastPlays);
  }

  /** The track that is heard; undefined also where that was removed, or what followed it has no title. */
  current(broadcastId: string | undefined): Play | undefined {
    const last = this.last(broadcastId);
    if (last?.endedAt !== undefined) return undefined;
    if (last?.gone === undefined) return last;
    const whole = this.get(last.gone.into);
    return whole?.gone === undefined ? whole : undefined;
  }

  /** The same, even where it was removed since. */
  last(broadcastId: string | undefined): Play | undefined {
    const last = this.#plays.at(-1);
    return last?.broadcastId === broadcastId ? last : undefined;
  }

  get(id: string | null): Play | undefined {
    return this.#plays.find((play) => play.id === id);
  }

  /** The play of this id; where there is none, the one that was audible at `mediaAt`. */
  find(broadcastId: string, playId: string | null, mediaAt: number): Play | undefined {
    const own = this.#plays.filter((play) => play.broadcastId === broadcastId && play.gone === undefined);
    const named = own.find((play) => play.id === playId);
    const heard = own.findLast((play) => play.at <= mediaAt) ?? own[0];
    const isOver = heard?.endedAt !== undefined && heard.endedAt <= mediaAt;
    return named ?? (isOver ? undefined : heard);
  }

  /**
   * Whether this track was played in this broadcast at that time or later, even if that was corrected since. One that had
   * ended before `notEndedBefore` was another play.
   */
  hasPlayed(broadcastId: string, key: string, since: number, notEndedBefore = since): boolean {
    return this.#plays.some(
      (play) =>
        play.broadcastId === broadcastId &&
        keysOf(play).includes(key) &&
        play.at >= since &&
        (play.endedAt ?? notEndedBefore) >= notEndedBefore,
    );
  }

  /** Whether what has this id or this key is the last play, also under a name that it had before it was corrected. */
  isLast(broadcastId: string, { id, key }: { id: string; key: string }): boolean {
    const last = this.last(broadcastId);
    return last !== undefined && (last.id === id || keysOf(last).includes(key));
  }

  /**
   * The last play, where it was corrected and this key has named it: whatever names it again, also after a break in the
   * performance, names nothing new.
   */
  correctedLast(performance: string, key: string): Play | undefined {
    const last = this.#plays.at(-1);
    if (last?.performance !== performance || last.endedAt !== undefined) return undefined;
    return isCorrected(last) && keysOf(last).includes(key) ? last : undefined;
  }

  /** The key by which the current track is known, for a key that has named it before it was corrected. */
  keyNow(broadcastId: string, key: string): string {
    const current = this.current(broadcastId);
    return current !== undefined && keysOf(current).includes(key) ? current.key : key;
  }

  /** Whether the track of a recent play is hidden. */
  isHidden(trackId: string): boolean {
    return this.#plays.some((play) => play.trackId === trackId && play.shown?.track === null);
  }

  /** Whether a play of this broadcast at that time would be one of the last. */
  covers(broadcast: { id: string; startedAt: number }, at: number): boolean {
    const [oldest] = this.#plays;
    return at >= broadcast.startedAt && (this.#plays.length < keep || (oldest?.at ?? 0) <= at);
  }

  add(play: Play): void {
    this.#store([...this.#plays, play].slice(-keep));
  }

  /** Adds a play at its place. */
  insert(play: Play): void {
    this.#store(byTime([...this.#plays, play]).slice(-keep));
  }

  correct(id: string, corrected: CorrectedPlay): void {
    this.#change(id, (play) => {
      const said = new Set([...keysOf(play), corrected.key]);
      return { ...play, ...corrected, said: [...said], gone: undefined };
    });
    this.#store(byTime(this.#plays));
  }

  /** It is none any more. What it is part of goes on where it was heard. */
  remove(id: string, into: string | null): void {
    const removed = this.get(id);
    this.#change(id, (play) => ({ ...play, gone: { into } }));
    if (removed !== undefined && into !== null)
      this.#change(into, (play) => ({ ...play, broadcastId: removed.broadcastId }));
  }

  /** Nothing is known of what follows this play. */
  end(id: string, endedAt: number): void {
    this.#change(id, (play) => ({ ...play, endedAt }));
  }

  /** It goes on after all. */
  reopen(id: string): void {
    this.#change(id, (play) => ({ ...play, endedAt: undefined }));
  }

  /** The last play goes on in another broadcast of its performance. */
  resume(id: string, broadcastId: string): void {
    this.#change(id, (play) => ({ ...play, broadcastId }));
  }

  notePeak(broadcastId: string | undefined, listeners: number): void {
    const last = this.last(broadcastId);
    if (last === undefined || last.endedAt !== undefined || listeners <= last.peakListeners) return;
    this.#plays = this.#changed(last.id, (play) => ({ ...play, peakListeners: listeners }));
    const now = Date.now();
    if (!isNewsOfPeak(listeners, this.#peakStored, now)) return;
    this.#peakStored = { listeners, at: now };
    this.#store(this.#plays);
  }

  #change(id: string, change: (play: Play) => Play): void {
    this.#store(this.#changed(id, change));
  }

  #changed(id: string, change: (play: Play) => Play): Play[] {
    return this.#plays.map((play) => (play.id === id ? change(play) : play));
  }

  #store(plays: Play[]): void {
    this.#plays = plays;
    this.#memory.set(lastPlays, plays);
  }
}

const byTime = (plays: readonly Play[]): Play[] => plays.toSorted((a, b) => a.at - b.at);

/** Records how many listen: the highest number is kept, of the broadcast on air and of its current track. */
export function notePeak({ air, tracklist }: { air: Air; tracklist: Tracklist }, listeners: number): void {
  air.notePeak(listeners);
  tracklist.notePeak(air.broadcast?.id, listeners);
}

/** A title as it is stored and compared; null where what the encoder plays has none. */
export function readTitle(title: Title): (TrackIdentity & { at: number }) | null {
  const artist = cleanLine(title.artist).slice(0, maxTitleLength).toWellFormed();
  const name = cleanLine(title.title).slice(0, maxTitleLength).toWellFormed();
  if (artist === "" && name === "") return null;
  return { ...identifyTrack(artist, name), at: title.at };
}
