import { AppError } from "#app/errors.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import type { Shards } from "../fan-out/shards.ts";
import type { Presence } from "../presence.ts";
import type { Chat } from "./chat/chat.ts";
import type { Connections } from "./connections.ts";
import type { RoomCore } from "./core.ts";
import type { Counting } from "./counting/counting.ts";
import type { FactsReader } from "./facts-reader.ts";
import type { Director } from "./on-air/director.ts";
import type { ProfileStatus } from "./on-air/profile-status.ts";
import type { OutboundTasks } from "./outbound-tasks.ts";
import type { Reactions } from "./reactions.ts";
import type { Taping } from "./taping/taping.ts";
import type { Tips } from "./tips/tips.ts";

interface ErasureDeps {
  counting: Counting;
  facts: FactsReader;
  director: Director;
  chat: Chat;
  reactions: Reactions;
  tips: Tips;
  shards: Shards;
  tasks: OutboundTasks;
  connections: Connections;
  presence: Presence;
  status: ProfileStatus;
  taping: Taping;
}

/** Deletes a user's data in a room when their account is deleted, or the whole room where it is theirs. */
export class Erasure {
  readonly #ctx: DurableObjectState;
  readonly #core: RoomCore;
  readonly #deps: ErasureDeps;

  constructor(ctx: DurableObjectState, core: RoomCore, deps: ErasureDeps) {
    this.#ctx = ctx;
    this.#core = core;
    this.#deps = deps;
  }

  /**
   * Deletes everything of this user here, once D1 no longer has them. May run twice.
   * @throws AppError `unavailable` where D1, the lobby or a shard is unavailable: to be repeated.
   */
  async forgetUser(userId: string): Promise<void> {
    const { env, outbox, journal } = this.#core;
    const { counting, facts, director, chat, reactions, tips, shards, tasks, connections, status, taping } =
      this.#deps;
    await connections.drop(userId);
    // Pending writes go to D1 first, where they find no row to belong to.
    if (!(await outbox.settle(env.DB, userId))) throw new AppError("unavailable");
    if (!(await facts.refresh())) throw new AppError("unavailable");
    director.forget(userId);
    taping.forget(userId);
    chat.forget(userId);
    reactions.forget(userId);
    tips.forget(userId);
    counting.heardPlays.forget(userId);
    journal.forget(userId);
    tasks.mentions.forget(userId);
    status.forget(userId);
    await shards.forgetUser(userId);
    await tasks.notifyLobby();
  }

  /** Takes the room off the air, closes every socket and deletes all storage. */
  async eraseRoom(): Promise<void> {
    const { env, outbox, due } = this.#core;
    const { director, connections, presence, shards, tasks, taping } = this.#deps;
    director.close();
    await taping.finish();
    await director.ownEvents.finish();
    // Plays are sent to D1 while the object can still send them; they stay with those who played them.
    await outbox.drain(env.DB);
    await tasks.notifyLobby();
    connections.endAll();
    await due.close();
    await shards.erase();
    await presence.reported();
    await eraseObject(this.#ctx, due);
  }
}
