import type { Connection } from "partyserver";
import type { DueList } from "../alarms.ts";
import type { RoomPath } from "../contract.ts";
import { lobby, type Objects } from "../stubs.ts";
import { type SocketState, userTag } from "./roles.ts";
import type { Shards } from "./shards.ts";

const repeatAfterMs = 1_000;

interface House {
  ctx: DurableObjectState;
  env: Objects;
  path: RoomPath;
  due: DueList;
  shards: Shards;
  /** Every open socket. */
  open(): Iterable<Connection<SocketState>>;
}

/** Tells the lobby which signed-in users have sockets here, so that all of a user's can be closed at once. */
export class Presence {
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
  }

  /** A socket of this user was opened, or (`leaving`) is about to be gone. */
  changed(userId: string | null, leaving?: WebSocket): void {
    if (userId === null) return;
    const { ctx, env, path, due, shards } = this.#house;
    const own = ctx.getWebSockets(userTag(userId)).some((socket) => socket !== leaving);
    // A shard may have a socket of theirs, of which the room does not know.
    const isHere = own || shards.isUsed;
    const told = isHere ? lobby(env).userJoined(path, userId) : lobby(env).userLeft(path, userId);
    ctx.waitUntil(told.catch(() => due.scheduleBy("presence", Date.now() + repeatAfterMs)));
  }

  /** Once more for everybody. One who has left meanwhile is asked for in vain, which harms nobody. */
  async repeat(): Promise<void> {
    const { env, path } = this.#house;
    const users = new Set<string>();
    for (const { state } of this.#house.open()) {
      if (state?.role === "listener" && state.viewer.userId !== null) users.add(state.viewer.userId);
    }
    for (const userId of users) await lobby(env).userJoined(path, userId);
  }
}
