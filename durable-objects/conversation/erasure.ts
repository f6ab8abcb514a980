import { recordChatPlace } from "#app/domains/air/stages/queries/rooms.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { ConversationCore } from "./core.ts";
import type { ListSync } from "./list-sync.ts";
import type { GonePictures } from "./pictures.ts";
import type { Talk } from "./talk.ts";

/** The name of the conversation's end in the object's due list: its alarm calls `end` for it. */
export const endDue = "end";

/** The delay after the last participant has left: calls in progress still read the conversation. */
const endAfterMs = 30_000;

interface ErasureDeps {
  audience: Audience;
  alerts: Alerts;
  listSync: ListSync;
  talk: Talk;
  pictures: GonePictures;
}

/** Deletes a user's data when their account is deleted, or everything when everyone has left. */
export class Erasure {
  readonly #core: ConversationCore;
  readonly #deps: ErasureDeps;

  constructor(core: ConversationCore, deps: ErasureDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Records in D1 that this conversation has data of the user, for erasure and export. */
  recordPlace(userId: string): void {
    const { env, id, outbox } = this.#core;
    const writes = recordChatPlace(openDb(env.DB), { userId, room: `conversation/${id}` });
    void outbox.enqueue(`place:${userId}`, writes, "places");
  }

  /**
   * Deletes their name and text; the positions of their messages stay.
   * @throws AppError `unavailable` where D1 or an inbox is unavailable: to be repeated.
   */
  async forgetUser(userId: string): Promise<void> {
    const { env, outbox, about, transaction } = this.#core;
    const { audience, listSync } = this.#deps;
    if (about.read() === undefined) return;
    audience.drop(userId, "sessionEnded");
    if (!(await outbox.settle(env.DB, userId))) throw new AppError("unavailable");
    transaction(() => this.#forget(userId, Date.now()));
    await listSync.run();
    await this.endIfOver();
  }

  /** Must be called whenever a participant has left. */
  async endIfOver(): Promise<void> {
    if (this.#isOver()) await this.#core.due.scheduleBy(endDue, Date.now() + endAfterMs);
  }

  async end(): Promise<void> {
    if (!this.#isOver()) return;
    const { env, ctx, due, outbox, history } = this.#core;
    const { pictures } = this.#deps;
    for (const path of history.pictures()) pictures.add(path);
    await pictures.run();
    await outbox.drain(env.DB);
    if (outbox.pending() > 0) throw new AppError("unavailable");
    await eraseObject(ctx, due);
  }

  #forget(userId: string, now: number): void {
    const { about, history, log, members, people } = this.#core;
    const { audience, alerts, listSync, talk } = this.#deps;
    history.forget(userId, now);
    talk.forget(userId);
    alerts.drop(userId);
    listSync.forget(userId);
    people.forget(userId);
    if (members.forget(userId)) about.endDirect();
    log.forget(now);
    audience.showAnew();
    listSync.changed(members.list().map((member) => member.userId));
  }

  #isOver(): boolean {
    const { about, members } = this.#core;
    return about.read() !== undefined && members.list().length === 0;
  }
}
