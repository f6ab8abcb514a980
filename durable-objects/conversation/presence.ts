import type { DueList } from "../alarms.ts";
import { lobby, type Objects } from "../stubs.ts";
import type { Audience } from "./audience.ts";
import type { Members } from "./members.ts";

/** The name of the lobby in the object's due list: its alarm answers it with `repeat`. */
export const presenceDue = "presence";

const repeatAfterMs = 1_000;

interface Parts {
  id: string;
  env: Objects;
  ctx: DurableObjectState;
  due: DueList;
  members: Members;
  audience: Audience;
}

/** The tag on all sockets of a user. */
export const userTag = (userId: string) => `user:${userId}`;

/** Tells the lobby which users have sockets here, so that all of a user's can be closed at once. */
export class Presence {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A socket of this user was opened, or (`leaving`) is about to be gone. */
  changed(userId: string, leaving?: WebSocket): void {
    const { id, env, ctx, due } = this.#parts;
    const isHere = ctx.getWebSockets(userTag(userId)).some((socket) => socket !== leaving);
    const place = `conversation/${id}` as const;
    const told = isHere ? lobby(env).userJoined(place, userId) : lobby(env).userLeft(place, userId);
    ctx.waitUntil(told.catch(() => due.scheduleBy(presenceDue, Date.now() + repeatAfterMs)));
  }

  /** Once more for everybody. One who has left meanwhile is asked for in vain, which harms nobody. */
  async repeat(): Promise<void> {
    const { id, env, members, audience } = this.#parts;
    for (const { userId } of members.list())
      if (audience.isHere(userId)) await lobby(env).userJoined(`conversation/${id}`, userId);
  }
}
