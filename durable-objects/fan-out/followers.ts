import type { Connection } from "partyserver";
import type { RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import type { LiveSet, LiveUpdate } from "#app/domains/air/stages/live/set-updates.ts";
import type { Refusal } from "#app/errors.ts";
import { sendText } from "#packages/durable/sockets.ts";
import type { SocketViewer } from "../contract.ts";
import { ack, refuse } from "../frames.ts";
import type { ListenerState } from "./listener-state.ts";

export type OpenedSet = { ok: true; state: LiveSet } | Refusal;

/** Returns the state of this set if this viewer may follow it. */
export type OpenSet = (viewer: SocketViewer, setId: string) => Promise<OpenedSet>;

interface Following {
  set: string;
  /** Updates that came while the response was prepared; null once it has been sent. */
  held: LiveUpdate[] | null;
}

/**
 * The sockets that follow a set live: the same in a room and in a shard. They are few, separate from the fan-out, and
 * are sent updates immediately.
 */
export class Followers {
  readonly #open: OpenSet;
  readonly #sockets = new Map<Connection, Following>();

  constructor(open: OpenSet) {
    this.#open = open;
  }

  get sets(): Set<string> {
    return new Set([...this.#sockets.values()].map(({ set }) => set));
  }

  /** Restores a socket from its attachment after an eviction. */
  restore(connection: Connection, { follows }: ListenerState): void {
    if (follows !== undefined) this.#sockets.set(connection, { set: follows, held: null });
  }

  /** Responds with the whole state; later events follow. */
  async join(connection: Connection, viewer: SocketViewer, id: string, set: string): Promise<void> {
    const following: Following = { set, held: [] };
    this.#sockets.set(connection, following);
    const opened = await this.#tryOpen(viewer, set);
    // It has left, or joined another set, while D1 was read.
    const isCurrent = this.#sockets.get(connection) === following;
    if (!opened.ok) {
      if (isCurrent) this.leave(connection);
      return send(connection, refuse(id, opened.code, opened.retryAfterMs));
    }
    send(connection, ack(id, opened.state));
    if (!isCurrent) return;
    note(connection, set);
    for (const update of following.held ?? []) if (update.n > opened.state.n) send(connection, update);
    following.held = null;
  }

  /** Leaves any set that it follows, or only this one. */
  leave(connection: Connection, setId?: string): void {
    const following = this.#sockets.get(connection);
    if (following === undefined || (setId !== undefined && following.set !== setId)) return;
    this.#sockets.delete(connection);
    note(connection, undefined);
  }

  tell(update: LiveUpdate): void {
    let text: string | undefined;
    for (const [connection, following] of this.#sockets) {
      if (following.set !== update.data.set) continue;
      if (following.held !== null) following.held.push(update);
      else {
        text ??= JSON.stringify(update);
        sendText(connection, text);
      }
    }
  }

  /**
   * Checks every follower again and sends the whole state; those who are no longer allowed are notified and removed.
   */
  async reopen(): Promise<void> {
    for (const [connection, following] of this.#sockets) {
      const state = connection.state as ListenerState | null;
      if (state === null) continue;
      const opened = await this.#tryOpen(state.viewer, following.set);
      if (this.#sockets.get(connection) !== following) continue;
      if (opened.ok) send(connection, { event: "live state", data: opened.state, n: opened.state.n });
      else if (opened.code !== "unavailable") {
        this.leave(connection);
        send(connection, refuse(null, opened.code));
      }
    }
  }

  async #tryOpen(viewer: SocketViewer, setId: string): Promise<OpenedSet> {
    try {
      return await this.#open(viewer, setId);
    } catch (error) {
      console.warn(JSON.stringify({ event: "set-unread", set: setId, error: String(error) }));
      return { ok: false, code: "unavailable" };
    }
  }
}

function send(connection: Connection, frame: RoomReply | LiveUpdate): void {
  sendText(connection, JSON.stringify(frame));
}

/** Kept while the object sleeps. */
function note(connection: Connection, follows: string | undefined): void {
  const state = connection.state as ListenerState | null;
  if (state !== null) connection.setState({ ...state, follows } satisfies ListenerState);
}
