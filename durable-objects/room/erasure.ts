import { AppError } from "#app/errors.ts";
import type { DueList } from "../alarms.ts";
import { eraseObject } from "../erase-object.ts";
import type { Journal } from "../fan-out/journal.ts";
import type { Shards } from "../fan-out/shards.ts";
import type { Outbox } from "../outbox.ts";
import type { Chat } from "./chat/chat.ts";
import type { Connections } from "./connections.ts";
import type { Director } from "./on-air/director.ts";
import type { ProfileStatus } from "./on-air/profile-status.ts";
import type { OutboundTasks } from "./outbound-tasks.ts";
import type { Reactions } from "./reactions.ts";

interface ErasureDeps {
  env: Env;
  due: DueList;
  outbox: Outbox;
  journal: Journal;
  director: Director;
  chat: Chat;
  reactions: Reactions;
  shards: Shards;
  errands: OutboundTasks;
  connections: Connections;
  status: ProfileStatus;
}

/** Deletes a user's data in a room when their account is deleted, or the whole room where it is theirs. */
export class Erasure {
  readonly #ctx: DurableObjectState;
  readonly #room: ErasureDeps;

  constructor(ctx: DurableObjectState, room: ErasureDeps) {
    this.#ctx = ctx;
    this.#room = room;
  }

  /**
   * Deletes everything of this user here, once D1 no longer has them. May run twice.
   * @throws AppError `unavailable` where D1, the lobby or a shard is unavailable: to be repeated.
   */
  async forgetUser(userId: string): Promise<void> {
    const { env, outbox, journal, director, chat, reactions, shards, errands, connections, status } =
      this.#room;
    await connections.drop(userId);
    // Pending writes go to D1 first, where they find no row to belong to.
    if (!(await outbox.settle(env.DB, userId))) throw new AppError("unavailable");
    if (!(await director.forget(userId))) throw new AppError("unavailable");
    chat.forget(userId);
    reactions.forget(userId);
    journal.forget(userId);
    errands.mentions.forget(userId);
    status.forget(userId);
    await shards.forgetUser(userId);
    await errands.tellLobby();
  }

  /** Takes the room off the air, closes every socket and deletes all storage. */
  async eraseRoom(): Promise<void> {
    const { env, outbox, director, connections, shards, due, errands } = this.#room;
    director.close();
    // Plays are sent to D1 while the object can still send them; they stay with those who played them.
    await outbox.drain(env.DB);
    await errands.tellLobby();
    connections.endAll();
    await due.close();
    await shards.erase();
    await eraseObject(this.#ctx, due);
  }
}
