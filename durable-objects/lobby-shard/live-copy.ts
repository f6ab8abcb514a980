import type { LiveEntry } from "#app/context.ts";
import type { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import type { LobbyNews, LobbyState, RoomCount } from "../contract.ts";
import { isListed } from "../lobby/live-list.ts";

/** The number of events that are kept for sockets that resume. */
const keptFrames = 500;

/** A shard's copy of what the lobby has: the rooms that are live, and the last events. In memory only. */
export class LiveCopy {
  #seq = 0;
  #upcomingChangedAt: number | null = null;
  #entries = new Map<string, LiveEntry>();
  /** The last events as they go over a socket, without a gap, up to `#seq`. */
  #frames: string[] = [];
  /** The lobby does not have every event after this one any more. */
  #goneSince = -1;

  constructor(state: LobbyState, since: number | null) {
    this.replace(state, since);
  }

  /** The number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  /** `since`: the event after which the state has all that were missed. */
  replace({ seq, upcomingChangedAt, entries, missed }: LobbyState, since: number | null): void {
    if (missed === null && since !== null) this.#goneSince = Math.max(this.#goneSince, since);
    this.#seq = seq;
    this.#upcomingChangedAt = upcomingChangedAt;
    this.#entries = new Map(entries.map((entry) => [keyOf(entry), entry]));
    this.#frames = missed?.slice(-keptFrames) ?? [];
  }

  /** Returns false, with nothing changed, where events between are missing. Known ones are ignored. */
  apply({ seq, frames, counts, upcomingChangedAt }: LobbyNews): boolean {
    const fresh = frames.filter((frame) => frame.seq > this.#seq);
    if (seq > this.#seq + fresh.length) return false;
    for (const { text, entry } of fresh) {
      this.#frames.push(text);
      if (entry === null) continue;
      if (isListed(entry)) this.#entries.set(keyOf(entry), entry);
      else this.#entries.delete(keyOf(entry));
    }
    this.#frames.splice(0, Math.max(0, this.#frames.length - keptFrames));
    for (const { currentListeners, ...room } of counts) {
      const entry = this.#entries.get(keyOf(room));
      if (entry) this.#entries.set(keyOf(room), { ...entry, onAir: { ...entry.onAir, currentListeners } });
    }
    if (seq < this.#seq) return true;
    this.#seq = seq;
    this.#upcomingChangedAt = upcomingChangedAt;
    return true;
  }

  /** Every event after `seq`, oldest first; null where some are not here, or `seq` is not a number of the lobby. */
  since(seq: number): string[] | null {
    const missing = this.#seq - seq;
    if (missing < 0 || missing > this.#frames.length) return null;
    return this.#frames.slice(this.#frames.length - missing);
  }

  /** Whether the lobby may have events after `seq` that are not here. */
  lacks(seq: number): boolean {
    return seq > this.#goneSince && seq < this.#seq && this.since(seq) === null;
  }

  /** Every room with something on air, or whose set should be. */
  entries(): LiveEntry[] {
    return [...this.#entries.values()];
  }

  counts(): RoomCount[] {
    return this.entries().map(({ kind, id, onAir }) => ({
      kind,
      id,
      currentListeners: onAir.currentListeners,
    }));
  }

  snapshot(at: number): LobbyEvent {
    const upcomingChangedAt = this.#upcomingChangedAt;
    return { event: "snapshot", data: this.entries(), upcomingChangedAt, seq: this.#seq, at };
  }
}

const keyOf = ({ kind, id }: Pick<LiveEntry, "kind" | "id">) => `${kind}/${id}`;
