import type { Facts } from "#app/domains/air/messages/facts.ts";
import type { ConversationRefusal, Words } from "#app/domains/air/messages/port.ts";
import { decideText, decideWrite, writeBudget } from "#app/domains/air/messages/rules.ts";
import type { StoredMessage } from "#app/domains/air/messages/views.ts";
import { type Bucket, takeToken } from "#app/domains/air/stages/live/rules.ts";
import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { ConversationCore } from "./core.ts";
import type { Corrections } from "./corrections.ts";
import type { ListSync } from "./list-sync.ts";
import type { Marks } from "./marks.ts";
import type { GonePictures } from "./pictures.ts";

interface TalkDeps {
  marks: Marks;
  audience: Audience;
  alerts: Alerts;
  corrections: Corrections;
  listSync: ListSync;
  pictures: GonePictures;
}

export type Said = { ok: true; message: StoredMessage; isNew: boolean } | ConversationRefusal;

const notThere: ConversationRefusal = { ok: false, code: "not-found" };

/** Writing, changing and deleting by participants. Every decision uses facts that D1 returned after the request. */
export class Talk {
  readonly #core: ConversationCore;
  readonly #deps: TalkDeps;

  constructor(core: ConversationCore, deps: TalkDeps) {
    this.#core = core;
    this.#deps = deps;
    core.sql.exec(
      "create table if not exists buckets (user_id text primary key, tokens real not null, at integer not null) without rowid",
    );
  }

  /**
   * Stores the message, then sends it to everyone, once per `clientId` of its writer. `isWanted`: the caller still
   * waits.
   */
  say(userId: string, words: Words, isWanted: () => boolean = () => true): Promise<Said> {
    return this.#core.decisions.decide([userId], (facts) =>
      isWanted() ? this.sayNow(userId, words, facts) : { ok: false, code: "authorization" },
    );
  }

  /** Says the same as `say`, for a caller that already has the facts. */
  sayNow(userId: string, { message, picture, clientId }: Words, facts: Facts): Said {
    const { history, members, transaction } = this.#core;
    if (members.find(userId) === undefined) return notThere;
    const earlier = clientId === null ? undefined : history.findSent(userId, clientId);
    if (earlier !== undefined) return { ok: true, message: earlier, isNew: false };
    const text = decideText(message, picture !== null);
    if (!text.ok) return text;
    const verdict = this.mayWrite(userId, facts);
    if (!verdict.ok) return verdict;
    return transaction(() => {
      const budget = this.spend(userId, Date.now());
      if (!budget.ok) return budget;
      const stored = this.#store(userId, { message: text.text, picture, clientId });
      return { ok: true, message: stored, isNew: true };
    });
  }

  /** Replaces the text of one's own message, and marks it as edited. */
  edit(
    userId: string,
    messageId: string,
    words: string,
    isWanted: () => boolean = () => true,
  ): Promise<Said> {
    return this.#core.decisions.decide([userId], (facts) => {
      if (!isWanted()) return { ok: false, code: "authorization" };
      const message = this.#own(userId, messageId);
      if (message === undefined) return notThere;
      const text = decideText(words, message.picture !== null);
      if (!text.ok) return text;
      const verdict = this.mayWrite(userId, facts);
      if (!verdict.ok) return verdict;
      if (text.text === message.message) return { ok: true, message, isNew: false };
      return this.#core.transaction(() => {
        const now = Date.now();
        const budget = this.spend(userId, now);
        if (!budget.ok) return budget;
        this.#core.history.edit(message.seq, text.text, now);
        return this.#changed(message.seq, now);
      });
    });
  }

  /** Anyone may delete their own message, even with a block between them and the others. */
  takeBack(userId: string, messageId: string): Said {
    const { history, transaction } = this.#core;
    const { pictures } = this.#deps;
    const message = this.#own(userId, messageId);
    if (message === undefined) return notThere;
    return transaction(() => {
      const now = Date.now();
      if (message.picture !== null) pictures.add(message.picture);
      history.empty(message.seq, now);
      return this.#changed(message.seq, now);
    });
  }

  /** Deletes the budget of a deleted account. */
  forget(userId: string): void {
    this.#core.sql.exec("delete from buckets where user_id = ?", userId);
  }

  /** Whether this participant may write, or do anything else that reaches the others. */
  mayWrite(userId: string, facts: Facts): { ok: true } | ConversationRefusal {
    const { members, history } = this.#core;
    const writer = facts.person(userId);
    if (writer === undefined) return { ok: false, code: "authorization" };
    const others = members.list().filter((member) => member.userId !== userId);
    const verdict = decideWrite({
      isBanned: writer.isBanned,
      others: others.map(({ userId: id, after }) => facts.contact(userId, id, history.hasWritten(id, after))),
    });
    const [only] = others;
    return verdict.ok || verdict.code === "banned" || only === undefined
      ? verdict
      : { ...verdict, person: facts.person(only.userId)?.username };
  }

  /** Counts one message, or another action that adds a line to the history. */
  spend(userId: string, now: number): { ok: true } | ConversationRefusal {
    const { sql } = this.#core;
    const [bucket = null] = sql
      .exec<{ tokens: number; at: number }>("select tokens, at from buckets where user_id = ?", userId)
      .toArray();
    const taken = takeToken(bucket satisfies Bucket | null, writeBudget, now);
    if (taken.ok)
      sql.exec(
        `insert into buckets (user_id, tokens, at) values (?1, ?2, ?3)
         on conflict (user_id) do update set tokens = ?2, at = ?3`,
        userId,
        taken.bucket.tokens,
        taken.bucket.at,
      );
    return taken.ok ? { ok: true } : taken;
  }

  #store(userId: string, words: Words) {
    const { history, members } = this.#core;
    const { audience, marks, alerts, listSync } = this.#deps;
    const at = Date.now();
    const stored = history.append({ kind: "message", senderId: userId, at, ...words });
    members.showToAll();
    audience.publish({ event: "chat message", message: stored.seq }, at);
    marks.wrote(userId, stored.seq, at);
    const all = members.list().map((member) => member.userId);
    const others = all.filter((id) => id !== userId);
    for (const id of others) if (audience.isHere(id)) marks.received(id, stored.seq, at);
    alerts.add(others, stored.seq, at);
    listSync.changed(all);
    return stored;
  }

  #changed(seq: number, at: number): Said {
    const { history, members } = this.#core;
    const { audience, corrections, listSync } = this.#deps;
    const message = history.at(seq);
    if (message === undefined) return notThere;
    corrections.changed(seq);
    audience.publish({ event: "message changed", message: seq }, at);
    // The lists show only the last message.
    if (history.lastWritten(0)?.seq === seq) {
      const listed = members.list().filter(({ isHidden }) => !isHidden);
      listSync.changed(listed.map(({ userId }) => userId));
    }
    return { ok: true, message, isNew: true };
  }

  /** A message that this participant has written, can see and has not deleted. */
  #own(userId: string, messageId: string): StoredMessage | undefined {
    const member = this.#core.members.find(userId);
    const message = this.#core.history.find(messageId);
    if (member === undefined || message === undefined) return undefined;
    const isOwn = message.senderId === userId && message.kind === "message" && message.deletedAt === null;
    return isOwn && message.seq > member.after ? message : undefined;
  }
}
