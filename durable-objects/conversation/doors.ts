import { messageLimits } from "#app/domains/messages/contract.ts";
import type { ConversationRefusal } from "#app/domains/messages/port.ts";
import { cleanName, decideContact, decideRemove } from "#app/domains/messages/rules.ts";
import type { AboutRecord } from "./about.ts";
import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { Desk, Facts } from "./facts.ts";
import type { Happenings } from "./happenings.ts";
import type { History, NewMessage } from "./history.ts";
import type { Member, Members } from "./members.ts";
import type { Spread } from "./spread.ts";
import type { Said, Talk, Words } from "./talk.ts";

interface Parts {
  transaction: <T>(work: () => T) => T;
  desk: Desk;
  about: AboutRecord;
  history: History;
  happenings: Happenings;
  members: Members;
  audience: Audience;
  alerts: Alerts;
  spread: Spread;
  talk: Talk;
}

export interface Beginning {
  /** User ids, without whoever begins. */
  others: string[];
  /** Between two people, who have no other such. */
  isDirect: boolean;
}

type Verdict = { ok: true } | ConversationRefusal;

const done: Verdict = { ok: true };
const notThere = { ok: false, code: "not-found" } as const;

/** Who comes in and who leaves, and under which name: each leaves a line in the history. */
export class Doors {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Begins the conversation with its first message, all of it or nothing. Where it has begun already, the message goes
   * into it; `conflict` where it was to be between two people, and is so no longer.
   */
  begin(userId: string, { others, isDirect }: Beginning, words: Words): Promise<Said | ConversationRefusal> {
    const { desk, about, members, talk, transaction } = this.#parts;
    const decide = (facts: Facts): Said | ConversationRefusal => {
      if (about.read() !== undefined) {
        const isTheirs = [userId, ...others].every((id) => members.find(id) !== undefined);
        if (isDirect && !(about.read()?.isDirect && isTheirs)) return { ok: false, code: "conflict" };
        return talk.sayNow(userId, words, facts);
      }
      for (const otherId of others) {
        const verdict = this.#mayDrawIn(userId, otherId, facts);
        if (!verdict.ok) return verdict;
      }
      return transaction(() => {
        const at = Date.now();
        about.begin(isDirect, at);
        for (const id of [userId, ...others]) members.add(id, { at, seq: 0, event: 0 });
        const said = talk.sayNow(userId, words, facts);
        // Nothing was said: nothing has begun.
        if (!said.ok) throw new Unsaid(said);
        return said;
      });
    };
    return desk.decide([userId, ...others], decide).catch((error: unknown) => {
      if (error instanceof Unsaid) return error.refusal;
      throw error;
    });
  }

  add(userId: string, otherId: string): Promise<Verdict> {
    const { desk, about, members, history, happenings, spread, transaction } = this.#parts;
    return desk.decide([userId, otherId], (facts): Verdict => {
      const member = members.find(userId);
      if (member === undefined) return notThere;
      if (facts.person(userId)?.isBanned !== false) return { ok: false, code: "banned" };
      if (members.find(otherId) !== undefined) return { ok: false, code: "already-in" };
      if (members.list().length >= messageLimits.participants)
        return { ok: false, code: "conversation-full" };
      const verdict = this.#mayDrawIn(userId, otherId, facts);
      if (!verdict.ok) return verdict;
      return transaction(() => {
        const at = Date.now();
        about.endDirect();
        members.add(otherId, { at, seq: history.lastSeq(), event: happenings.lastSeq() + 1 });
        members.change(otherId, { isMarkedUnread: true });
        this.#line({ kind: "added", senderId: userId, aboutId: otherId, message: "", at }, member);
        spread.changed(members.list().map((each) => each.userId));
        return done;
      });
    });
  }

  /** Whoever is removed reads and hears nothing of it any more, what is open now included. */
  remove(userId: string, otherId: string): Verdict {
    const { about, members, audience, alerts, spread, transaction } = this.#parts;
    const all = members.list();
    const member = members.find(userId);
    if (member === undefined || members.find(otherId) === undefined) return notThere;
    const verdict = decideRemove({
      isSelf: userId === otherId,
      isFirst: all[0]?.userId === userId,
      participantCount: all.length,
    });
    if (!verdict.ok) return verdict;
    return transaction(() => {
      about.endDirect();
      members.remove(otherId);
      alerts.drop(otherId);
      audience.drop(otherId, "gone");
      this.#line(
        { kind: "removed", senderId: userId, aboutId: otherId, message: "", at: Date.now() },
        member,
      );
      spread.changed(all.map((each) => each.userId));
      return done;
    });
  }

  rename(userId: string, name: string): Verdict {
    const { about, members, spread, transaction } = this.#parts;
    const member = members.find(userId);
    if (member === undefined) return notThere;
    const clean = cleanName(name);
    if (clean === (about.read()?.name ?? null)) return done;
    return transaction(() => {
      about.rename(clean);
      this.#line({ kind: "renamed", senderId: userId, message: clean ?? "", at: Date.now() }, member);
      spread.changed(members.list().map((each) => each.userId));
      return done;
    });
  }

  #mayDrawIn(userId: string, otherId: string, facts: Facts): Verdict {
    const other = facts.person(otherId);
    if (other === undefined || other.isBanned) return notThere;
    const verdict = decideContact(facts.contact(userId, otherId, false));
    return verdict.ok ? verdict : { ...verdict, person: other.username };
  }

  /** Whoever had read everything has read the line that they have made, too. */
  #line(line: NewMessage, by: Member): void {
    const { history, members, audience } = this.#parts;
    const before = history.lastSeq();
    const { seq } = history.append(line);
    if (by.read >= before) members.change(by.userId, { read: seq, received: seq });
    audience.publish({ event: "chat message", message: seq }, line.at);
    audience.publish({ event: "conversation changed" }, line.at);
  }
}

/** Takes a beginning back. */
class Unsaid extends Error {
  readonly refusal: ConversationRefusal;

  constructor(refusal: ConversationRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
