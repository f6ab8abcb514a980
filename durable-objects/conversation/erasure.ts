import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { recordChatPlace } from "#db/queries/rooms.ts";
import type { DueList } from "../alarms.ts";
import { eraseObject } from "../erase-object.ts";
import type { Outbox } from "../outbox.ts";
import type { AboutRecord } from "./about.ts";
import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { ConversationLog } from "./conversation-log.ts";
import type { People } from "./facts.ts";
import type { History } from "./history.ts";
import type { ListSync } from "./list-sync.ts";
import type { Members } from "./members.ts";
import type { GonePictures } from "./pictures.ts";
import type { Talk } from "./talk.ts";

/** The name of the conversation's end in the object's due list: its alarm calls `end` for it. */
export const endDue = "end";

/** The delay after the last participant has left: calls in progress still read the conversation. */
const endAfterMs = 30_000;

interface ErasureDeps {
  id: string;
  env: Env;
  ctx: DurableObjectState;
  due: DueList;
  outbox: Outbox;
  about: AboutRecord;
  history: History;
  happenings: ConversationLog;
  members: Members;
  people: People;
  audience: Audience;
  alerts: Alerts;
  spread: ListSync;
  talk: Talk;
  pictures: GonePictures;
  transaction: <T>(work: () => T) => T;
}

/** Deletes a user's data when their account is deleted, or everything when everyone has left. */
export class Erasure {
  readonly #deps: ErasureDeps;

  constructor(deps: ErasureDeps) {
    this.#deps = deps;
  }

  /** Records in D1 that this conversation has data of the user, for erasure and export. */
  recordPlace(userId: string): void {
    const { env, id, outbox } = this.#deps;
    const writes = recordChatPlace(openDb(env.DB), { userId, room: `conversation/${id}` });
    void outbox.enqueue(`place:${userId}`, writes, "places");
  }

  /**
   * Deletes their name and text; the positions of their messages stay.
   * @throws AppError `unavailable` where D1 or an inbox is unavailable: to be repeated.
   */
  async forgetUser(userId: string): Promise<void> {
    const { env, outbox, about, audience, spread, transaction } = this.#deps;
    if (about.read() === undefined) return;
    audience.drop(userId, "sessionEnded");
    if (!(await outbox.settle(env.DB, userId))) throw new AppError("unavailable");
    transaction(() => this.#forget(userId, Date.now()));
    await spread.run();
    await this.endIfOver();
  }

  /** Must be called whenever a participant has left. */
  async endIfOver(): Promise<void> {
    if (this.#isOver()) await this.#deps.due.scheduleBy(endDue, Date.now() + endAfterMs);
  }

  async end(): Promise<void> {
    if (!this.#isOver()) return;
    const { env, ctx, due, outbox, history, pictures } = this.#deps;
    for (const path of history.pictures()) pictures.add(path);
    await pictures.run();
    await outbox.drain(env.DB);
    if (outbox.pending() > 0) throw new AppError("unavailable");
    await eraseObject(ctx, due);
  }

  #forget(userId: string, now: number): void {
    const { about, history, happenings, members, people, audience, alerts, spread, talk } = this.#deps;
    history.forget(userId, now);
    talk.forget(userId);
    alerts.drop(userId);
    spread.forget(userId);
    people.forget(userId);
    if (members.forget(userId)) about.endDirect();
    happenings.forget(now);
    audience.showAnew();
    spread.changed(members.list().map((member) => member.userId));
  }

  #isOver(): boolean {
    const { about, members } = this.#deps;
    return about.read() !== undefined && members.list().length === 0;
  }
}
