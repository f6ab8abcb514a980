import type { Facts } from "#app/domains/air/messages/facts.ts";
import type { Beginning, ConversationRefusal, Words } from "#app/domains/air/messages/port.ts";
import { cleanName, decideRemove, decideSize, isNewcomer } from "#app/domains/air/messages/rules.ts";
import type { Alerts } from "./alerts.ts";
import type { Audience } from "./audience.ts";
import type { ConversationCore } from "./core.ts";
import type { NewMessage } from "./history.ts";
import type { ListSync } from "./list-sync.ts";
import type { Member } from "./members.ts";
import type { Said, Talk } from "./talk.ts";

interface MembershipDeps {
  audience: Audience;
  alerts: Alerts;
  listSync: ListSync;
  talk: Talk;
}

type Verdict = { ok: true } | ConversationRefusal;

const done: Verdict = { ok: true };
const notThere = { ok: false, code: "not-found" } as const;

/** Joining, leaving and renaming: each adds a line to the history. */
export class Membership {
  readonly #core: ConversationCore;
  readonly #deps: MembershipDeps;

  constructor(core: ConversationCore, deps: MembershipDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /**
   * Starts the conversation with its first message; both are stored or neither. If it has already started, the message
   * is added to it; `conflict` if it was to be between two people and no longer is.
   */
  begin(userId: string, { others, isDirect }: Beginning, words: Words): Promise<Said> {
    const { decisions, about, members, transaction } = this.#core;
    const { talk } = this.#deps;
    const decide = (facts: Facts): Said => {
      if (about.read() !== undefined) {
        const isTheirs = [userId, ...others].every((id) => members.find(id) !== undefined);
        if (isDirect && !(about.read()?.isDirect && isTheirs)) return { ok: false, code: "conflict" };
        return talk.sayNow(userId, words, facts);
      }
      for (const otherId of others) {
        const verdict = facts.mayDrawIn(userId, otherId);
        if (!verdict.ok) return verdict;
      }
      return transaction(() => {
        const at = Date.now();
        about.begin(isDirect, at);
        for (const id of [userId, ...others]) members.add(id, { at, seq: 0, event: 0 });
        const said = talk.sayNow(userId, words, facts);
        // Without a message the conversation does not exist yet.
        if (!said.ok) throw new Unsaid(said);
        return said;
      });
    };
    return decisions.decide([userId, ...others], decide).catch((error: unknown) => {
      if (error instanceof Unsaid) return error.refusal;
      throw error;
    });
  }

  /** Same conditions as for a message: otherwise adding a third person would bypass a block between the two. */
  add(userId: string, otherId: string): Promise<Verdict> {
    const { decisions, about, members, history, log, transaction } = this.#core;
    const { listSync } = this.#deps;
    return decisions.decide([userId, otherId], (facts): Verdict => {
      const member = members.find(userId);
      if (member === undefined) return notThere;
      const verdict = this.#mayAdd(userId, otherId, facts);
      if (!verdict.ok) return verdict;
      return transaction(() => {
        const at = Date.now();
        about.endDirect();
        members.add(otherId, { at, seq: history.lastSeq(), event: log.lastSeq() + 1 });
        members.change(otherId, { isMarkedUnread: true });
        this.#line({ kind: "added", senderId: userId, aboutId: otherId, message: "", at }, member);
        listSync.changed(members.list().map((each) => each.userId));
        return done;
      });
    });
  }

  /** A removed person can no longer read or receive any of it, on open pages either. */
  remove(userId: string, otherId: string): Verdict {
    const { about, members, transaction } = this.#core;
    const { audience, alerts, listSync } = this.#deps;
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
      members.remove(otherId, { isByThemselves: userId === otherId });
      alerts.drop(otherId);
      audience.drop(otherId, "gone");
      this.#line(
        { kind: "removed", senderId: userId, aboutId: otherId, message: "", at: Date.now() },
        member,
      );
      listSync.changed(all.map((each) => each.userId));
      return done;
    });
  }

  /** A name is text that all participants read, so the conditions of a message apply. */
  rename(userId: string, name: string): Promise<Verdict> {
    const { decisions, about, members, transaction } = this.#core;
    const { listSync, talk } = this.#deps;
    return decisions.decide([userId], (facts): Verdict => {
      const member = members.find(userId);
      if (member === undefined) return notThere;
      const verdict = talk.mayWrite(userId, facts);
      if (!verdict.ok) return verdict;
      const clean = cleanName(name);
      if (clean === (about.read()?.name ?? null)) return done;
      return transaction(() => {
        const at = Date.now();
        const budget = talk.spend(userId, at);
        if (!budget.ok) return budget;
        about.rename(clean);
        this.#line({ kind: "renamed", senderId: userId, message: clean ?? "", at }, member);
        listSync.changed(members.list().map((each) => each.userId));
        return done;
      });
    });
  }

  #mayAdd(userId: string, otherId: string, facts: Facts): Verdict {
    const { members } = this.#core;
    const { talk } = this.#deps;
    const writing = talk.mayWrite(userId, facts);
    if (!writing.ok) return writing;
    const person = facts.person(otherId)?.username;
    if (members.find(otherId) !== undefined) return { ok: false, code: "already-in", person };
    const standing = facts.person(userId);
    const isByNewcomer = standing === undefined || isNewcomer(standing, Date.now());
    const size = decideSize(members.list().length + 1, isByNewcomer);
    if (!size.ok) return size;
    const drawing = facts.mayDrawIn(userId, otherId);
    if (!drawing.ok) return drawing;
    return members.hasLeft(otherId) ? { ok: false, code: "has-left", person } : done;
  }

  /** A person who had read everything has also read the line about their own change. */
  #line(line: NewMessage, by: Member): void {
    const { history, members } = this.#core;
    const { audience } = this.#deps;
    const before = history.lastSeq();
    const { seq } = history.append(line);
    if (by.read >= before) members.change(by.userId, { read: seq, received: seq });
    audience.publish({ event: "chat message", message: seq }, line.at);
    audience.publish({ event: "conversation changed" }, line.at);
  }
}

/** Rolls back a start. */
class Unsaid extends Error {
  readonly refusal: ConversationRefusal;

  constructor(refusal: ConversationRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
