import type { DueList } from "#packages/durable/due-list.ts";
import { openSockets } from "#packages/durable/sockets.ts";
import type { Place } from "./contract.ts";
import { lobbyShard, type Objects } from "./stubs.ts";

/** The name of these reports in an object's due list: its alarm calls `repeat` for it. */
export const presenceDue = "presence";

const repeatAfterMs = 1_000;
const tagStart = "user:";

/** The tag on all sockets of a signed-in user, in every object. */
export const userTag = (userId: string) => `${tagStart}${userId}`;

interface PresenceDeps {
  /** A shard of a room has its own place: `<room path>/<index>`. */
  place: Place;
  env: Objects;
  ctx: DurableObjectState;
  due: DueList;
}

/** Reports to the shards of the lobby which signed-in users have sockets here, so that all sockets of a user can be closed. */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #reports = new Set<Promise<void>>();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** A socket of this user was opened, or (`leaving`) is about to close. */
  changed(userId: string | null, leaving?: WebSocket): void {
    if (userId === null) return;
    const { ctx, env, place, due } = this.#deps;
    const isHere = openSockets(ctx, userTag(userId)).some((socket) => socket !== leaving);
    const shard = lobbyShard(env, userId);
    const told = isHere ? shard.userJoined(place, userId) : shard.userLeft(place, userId);
    const report: Promise<void> = told
      .catch(() => due.scheduleBy(presenceDue, Date.now() + repeatAfterMs))
      .finally(() => this.#reports.delete(report));
    this.#reports.add(report);
    ctx.waitUntil(report);
  }

  /** Waits until the lobby knows of every change so far: an object that ends itself reports nothing afterwards. */
  async reported(): Promise<void> {
    await Promise.all(this.#reports);
  }

  /** Reports everyone once more. A user who has left in the meantime is reported too, which does no harm. */
  async repeat(): Promise<void> {
    const { ctx, env, place } = this.#deps;
    const tags = openSockets(ctx).flatMap((socket) => ctx.getTags(socket));
    for (const tag of new Set(tags)) {
      if (!tag.startsWith(tagStart)) continue;
      const userId = tag.slice(tagStart.length);
      await lobbyShard(env, userId).userJoined(place, userId);
    }
  }
}
