import type { Connection } from "partyserver";
import type { Audience } from "./audience.ts";

export const pingLimits = {
  /** A listener that has announced pings while it listens counts as gone after this long without one. */
  silentMs: 3_500,
  /** Its socket is closed after this long: what it does not read fills the object's memory. */
  stalledMs: 6_000,
  lookEveryMs: 500,
} as const;

interface SocketEarsDeps {
  audience: Audience;
  /** Returns when a ping of this socket was last answered (epoch ms), or null. */
  lastPingAt: (socket: Connection) => number | null;
  /** Closes the socket of a listener who has stopped reading: on the way back they resume where they were. */
  cut: (socket: Connection) => void;
  /** Someone started or stopped listening. */
  changed: () => void;
}

/** The registration of a listening socket with the audience. */
export interface Hearing {
  /** Null: served, and not counted. */
  key: string | null;
  /** A user who logs in on a page that listens is connected twice for a moment, and counts once. */
  formerKey?: string | undefined;
  since: number;
  /** The client pings while it listens, so that a lost network is noticed before its socket closes. */
  pings: boolean;
  /** The page plays the past of what is on air. */
  isPast?: boolean;
}

/** The listening sockets, as the audience counts them: while they are open, and show that they are alive. */
export class SocketEars {
  readonly #deps: SocketEarsDeps;
  readonly #pinging = new Map<Connection, { key: string; since: number; isPast: boolean }>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: SocketEarsDeps) {
    this.#deps = deps;
  }

  open(socket: Connection, { key, formerKey, since, pings, isPast = false }: Hearing): void {
    if (key === null) return;
    if (formerKey !== undefined) this.#forget(formerKey);
    this.#add(socket, { key, since, isPast });
    if (pings) {
      this.#pinging.set(socket, { key, since, isPast });
      this.#timer ??= setInterval(() => this.#look(Date.now()), pingLimits.lookEveryMs);
    }
    this.#deps.changed();
  }

  close(socket: Connection): void {
    this.#pinging.delete(socket);
    if (this.#pinging.size === 0) this.#stop();
    if (!this.#deps.audience.has(socket)) return;
    this.#deps.audience.remove(socket, Date.now());
    this.#deps.changed();
  }

  #add(socket: Connection, { key, since, isPast }: { key: string; since: number; isPast: boolean }): void {
    const { audience } = this.#deps;
    if (isPast) audience.addPast(socket, key, since);
    else audience.add(socket, key, since);
  }

  #forget(formerKey: string): void {
    this.#deps.audience.leave(formerKey, Date.now());
    for (const [socket, { key }] of this.#pinging) if (key === formerKey) this.#pinging.delete(socket);
  }

  #look(now: number): void {
    const { audience, lastPingAt, cut, changed } = this.#deps;
    let isChanged = false;
    for (const [socket, { key, since, isPast }] of this.#pinging) {
      const silentMs = now - Math.max(since, lastPingAt(socket) ?? 0);
      if (silentMs >= pingLimits.stalledMs) {
        cut(socket);
        continue;
      }
      const isThere = silentMs < pingLimits.silentMs;
      if (isThere === audience.has(socket)) continue;
      isChanged = true;
      if (isThere) this.#add(socket, { key, since: now, isPast });
      else audience.remove(socket, now);
    }
    if (isChanged) changed();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
