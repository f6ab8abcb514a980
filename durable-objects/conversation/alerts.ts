import type { Facts } from "#app/domains/air/messages/facts.ts";
import { isMutedAt } from "#app/domains/air/messages/rules.ts";
import { previewOf } from "#app/domains/air/messages/views.ts";
import { conversationPath } from "#app/paths.ts";
import { inbox } from "../stubs.ts";
import type { ConversationCore } from "./core.ts";
import { type Corrections, noticeKey } from "./corrections.ts";

/** The name of the alerts in the object's due list: its alarm calls `run` for it. */
export const alertsDue = "alerts";

/** A person who has the conversation open and visible has read a message within this time. */
const readWithinMs = 4_000;

interface AlertsDeps {
  corrections: Corrections;
}

interface Alert extends Record<string, SqlStorageValue> {
  user_id: string;
  seq: number;
}

/** The participants who have to be notified of a message that they may not see otherwise. */
export class Alerts {
  readonly #core: ConversationCore;
  readonly #deps: AlertsDeps;

  constructor(core: ConversationCore, deps: AlertsDeps) {
    this.#core = core;
    this.#deps = deps;
    core.sql.exec(
      "create table if not exists alerts (user_id text primary key, seq integer not null, due_at integer not null) without rowid",
    );
    deps.corrections.onWithdrawn((userId) => this.add([userId], core.history.lastSeq(), Date.now()));
  }

  /** One alert covers all messages that arrive before it is due. */
  add(userIds: readonly string[], seq: number, now: number): void {
    const { sql, due } = this.#core;
    for (const userId of userIds)
      sql.exec(
        "insert into alerts (user_id, seq, due_at) values (?1, ?2, ?3) on conflict (user_id) do update set seq = ?2",
        userId,
        seq,
        now + readWithinMs,
      );
    if (userIds.length > 0) void due.scheduleBy(alertsDue, now + readWithinMs);
  }

  /** They have read it, or are no longer there. */
  drop(userId: string): void {
    this.#core.sql.exec("delete from alerts where user_id = ?", userId);
    this.#deps.corrections.drop(userId);
  }

  /** Throws where an inbox is unavailable; the others have been notified. */
  async run(now: number): Promise<void> {
    const { sql, due, people, members } = this.#core;
    const alerts = sql.exec<Alert>("select user_id, seq from alerts where due_at <= ?", now).toArray();
    if (alerts.length > 0) {
      const facts = await people.ask(members.list().map(({ userId }) => userId));
      const outcomes = await Promise.allSettled(
        alerts.map(async ({ user_id: userId, seq }) => {
          await this.#alert(userId, facts, now);
          sql.exec("delete from alerts where user_id = ? and seq = ?", userId, seq);
        }),
      );
      const failure = outcomes.find((outcome) => outcome.status === "rejected");
      if (failure !== undefined) throw failure.reason;
    }
    const next = sql.exec<{ at: number | null }>("select min(due_at) as at from alerts").one().at;
    if (next !== null) await due.schedule(alertsDue, next);
  }

  /** Notifies of the last message that may be shown: not a deleted one, nor one of a person whom they have blocked. */
  async #alert(userId: string, facts: Facts, now: number): Promise<void> {
    const { id, env, about, history, members } = this.#core;
    const { corrections } = this.#deps;
    const member = members.find(userId);
    if (member === undefined || isMutedAt(member, now) || facts.person(userId) === undefined) return;
    const writers = members
      .list()
      .map((other) => other.userId)
      .filter((other) => other !== userId && !facts.hasBlocked(userId, other));
    const known = Math.max(member.read, member.after, corrections.lastTold(userId));
    const message = history.lastFrom(writers, known);
    const sender = facts.person(message?.senderId ?? "");
    if (message === undefined || sender === undefined) return;
    const name = about.read()?.name ?? null;
    corrections.begin(userId, message.seq, now);
    await inbox(env, userId).notify({
      kind: "message",
      title: name === null ? sender.username : `${sender.username} in ${name}`,
      message: previewOf(message),
      at: message.at,
      key: noticeKey(message.id),
      about: sender.id,
      url: conversationPath(id),
      group: `conversation/${id}`,
    });
    corrections.end(userId, message.seq);
  }
}
