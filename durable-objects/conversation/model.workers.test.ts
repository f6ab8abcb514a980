/**
 * Random histories of a conversation compared with a model: through evictions and reconnects, every acknowledged
 * message reaches each participant once, in one order, and no one else.
 */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { listConversations, listMembersOf } from "#app/domains/air/messages/queries/messages.ts";
import { openDb } from "#db/client.ts";
import { blocks, users } from "#db/schema/index.ts";
import { Model } from "#tests/helpers/conversation-model.ts";
import { Page } from "#tests/helpers/conversation-page.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { conversation, inbox } from "../stubs.ts";

const histories = Number(env.CONVERSATION_HISTORIES || (isSweep ? 60 : 15));

const db = openDb(env.DB);
const patience = { interval: 3, timeout: 10_000 };
const everybody = [0, 1, 2, 3];
let ids: string[];
beforeAll(async () => {
  ids = (await Promise.all(everybody.map(() => makePerson()))).map(({ id }) => id);
});
const idOf = (person: number) => ids[person] ?? "";

const person = fc.constantFrom(...everybody);
const place = fc.integer({ min: 1, max: 12 });
const deed = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("say" as const), person, isAgain: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("edit" as const, "takeBack" as const), person, place }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("add" as const, "remove" as const),
      person,
      other: person,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "rename" as const,
        "read" as const,
        "unread" as const,
        "mute" as const,
        "unmute" as const,
        "clear" as const,
      ),
      person,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("block" as const, "unblock" as const),
      person,
      other: person,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("closeDms" as const, "openDms" as const), person }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("open" as const, "close" as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("evict" as const) }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer Each> ? Each : never;
/** An action that is sent by a call or a frame and answered. */
type Wish = Exclude<
  Deed,
  { do: "say" | "evict" | "open" | "close" | "block" | "unblock" | "closeDms" | "openDms" }
>;

let count = 0;

class World {
  readonly model = new Model();
  readonly pages = everybody.map((each) => new Page(idOf(each)));
  readonly id = `history-${Date.now()}-${count++}`;
  #said = 0;
  /** Acknowledged messages, by position. */
  readonly acked = new Map<number, string>();
  readonly #lastWish = new Map<number, { clientId: string; text: string; place: number }>();

  get stub() {
    return conversation(env, this.id);
  }

  async begin(isDirect: boolean): Promise<void> {
    await db.delete(blocks);
    await db.update(users).set({ disableDms: false });
    const people = isDirect ? [0, 1] : [0, 1, 2];
    this.model.begin(people);
    const begin = { others: people.slice(1).map(idOf), isDirect };
    const words = { message: "first", picture: null, clientId: null, begin };
    expect(await this.stub.say(idOf(0), words)).toMatchObject({ ok: true });
    this.model.say(0, "first");
  }

  async act(step: Deed): Promise<void> {
    const { model, stub } = this;
    switch (step.do) {
      case "say":
        return this.#say(step.person, step.isAgain);
      case "evict":
        // An object that is not running cannot be evicted.
        await stub.messagesOf("", 0);
        return evictDurableObject(stub);
      case "open":
        return this.#open(step.person);
      case "close":
        return this.pages[step.person]?.close();
      case "block":
        if (step.person === step.other) return;
        model.block(step.person, step.other);
        await db
          .insert(blocks)
          .values({ userId: idOf(step.person), blockedId: idOf(step.other), createdAt: 1 })
          .onConflictDoNothing();
        return;
      case "unblock":
        model.unblock(step.person, step.other);
        await db
          .delete(blocks)
          .where(and(eq(blocks.userId, idOf(step.person)), eq(blocks.blockedId, idOf(step.other))));
        return;
      case "closeDms":
      case "openDms": {
        const disableDms = step.do === "closeDms";
        model.closeDms(step.person, disableDms);
        await db
          .update(users)
          .set({ disableDms })
          .where(eq(users.id, idOf(step.person)));
        return;
      }
      default:
        expect([step, await this.#ask(step)]).toEqual([step, this.#expected(step)]);
    }
  }

  /** Returns the conversation's answer, "ok" or a code. */
  async #ask(step: Wish): Promise<string> {
    const { stub } = this;
    const who = idOf(step.person);
    await this.#forgetPace();
    const message = "place" in step ? await this.#messageAt(step.place) : "";
    const page = this.pages[step.person];
    if (step.do === "edit" && page?.isOpen)
      return outcome(await page.ask("edit", { messageId: message, message: "edited" }));
    if (step.do === "takeBack" && page?.isOpen)
      return outcome(await page.ask("deleteMessage", { messageId: message }));
    const asked = {
      edit: () => stub.edit(who, message, "edited"),
      takeBack: () => stub.takeBack(who, message),
      add: () => stub.addParticipant(who, "other" in step ? idOf(step.other) : ""),
      remove: () => stub.removeParticipant(who, "other" in step ? idOf(step.other) : ""),
      rename: () => stub.rename(who, "A name"),
      read: () => stub.markRead(who),
      unread: () => stub.markUnread(who),
      mute: () => stub.mute(who, null),
      unmute: () => stub.unmute(who),
      clear: () => stub.clear(who),
    };
    const answer = await asked[step.do]();
    return answer.ok ? "ok" : answer.code;
  }

  #expected(step: Wish): string {
    const { model } = this;
    switch (step.do) {
      case "edit":
        return model.edit(step.person, step.place, "edited");
      case "takeBack":
        return model.takeBack(step.person, step.place);
      case "add":
        return model.add(step.person, step.other);
      case "remove":
        return model.remove(step.person, step.other);
      case "rename":
        return model.rename(step.person, "A name");
      case "read":
        return model.read(step.person);
      case "unread":
        return model.unread(step.person);
      case "mute":
      case "unmute":
        return model.mute(step.person, step.do === "mute");
      case "clear":
        return model.clear(step.person);
    }
  }

  async #say(who: number, isAgain: boolean): Promise<void> {
    const earlier = this.#lastWish.get(who);
    const isRepeat = isAgain && earlier !== undefined;
    const wish = isRepeat
      ? earlier
      : {
          clientId: `${who}-${this.#said++}`,
          text: `text ${this.#said}`,
          place: this.model.lines.length + 1,
        };
    const page = this.pages[who];
    await this.#forgetPace();
    const answer = page?.isOpen
      ? await page.ask("chat", { message: wish.text }, wish.clientId)
      : await this.stub.say(idOf(who), { message: wish.text, picture: null, clientId: wish.clientId });
    const known = this.model.members.has(who) ? "ok" : "not-found";
    const expected = isRepeat ? known : this.model.say(who, wish.text);
    expect(["say", who, outcome(answer)]).toEqual(["say", who, expected]);
    if (expected !== "ok") return;
    this.#lastWish.set(who, wish);
    const view = "event" in answer ? answer.event === "ack" && answer.data : answer.ok && answer.sent.message;
    expect(view).toMatchObject({ seq: wish.place, clientId: wish.clientId });
    this.acked.set(wish.place, (view as ConversationMessageView).id);
  }

  async #open(who: number): Promise<void> {
    const page = this.pages[who];
    if (page === undefined || page.isOpen) return;
    if (this.model.members.has(who)) return page.open(this.stub);
    await expect(page.open(this.stub)).rejects.toThrow("no socket: 404");
  }

  /** Resets the rate limits, which are not tested here. */
  #forgetPace(): Promise<void> {
    return runInDurableObject(this.stub, (_, { storage }) => {
      storage.sql.exec("delete from buckets");
    });
  }

  /** Returns the id of the message at this position, whether or not the user may see it. */
  async #messageAt(at: number): Promise<string> {
    return runInDurableObject(
      this.stub,
      (_, { storage }) =>
        storage.sql.exec<{ id: string }>("select id from messages where seq = ?", at).toArray()[0]?.id ??
        "none",
    );
  }

  /** Compares everything that users have received with the model. */
  async check(): Promise<void> {
    await Promise.all(everybody.map((who) => this.#checkHistory(who)));
    const last = await runInDurableObject(
      this.stub,
      (_, { storage }) =>
        storage.sql.exec<{ seq: number }>("select max(seq) as seq from happenings").one().seq,
    );
    for (const who of everybody) await this.#checkPage(who, last);
    await vi.waitFor(() => Promise.all(everybody.map((who) => this.#checkLists(who))), patience);
    for (const page of this.pages) page.close();
  }

  async #checkHistory(who: number): Promise<void> {
    const answer = await this.stub.page(idOf(who), null);
    if (!this.model.members.has(who)) expect(answer).toEqual({ ok: false, code: "not-found" });
    else {
      expect(answer.ok && this.#lines(answer.page.items.toReversed())).toEqual(this.model.seenBy(who));
      await this.#open(who);
    }
  }

  /** The page received every event up to the last, each once, and shows the history. */
  async #checkPage(who: number, last: number): Promise<void> {
    const page = this.pages[who];
    if (page === undefined) throw new Error(`no page of ${who}`);
    expect(page.faults).toEqual([]);
    if (!this.model.members.has(who)) {
      await vi.waitFor(() => expect(page.isOpen).toBe(false), patience);
      return;
    }
    await vi.waitFor(() => expect(page.seq).toBeGreaterThanOrEqual(last), patience);
    const messages = [...page.messages.values()].toSorted((a, b) => a.seq - b.seq);
    expect([who, this.#lines(messages)]).toEqual([who, this.model.seenBy(who)]);
    for (const { seq, id } of messages) expect(this.acked.get(seq) ?? id).toBe(id);
  }

  /** D1 and the inbox agree, once they are updated. */
  async #checkLists(who: number): Promise<void> {
    const { model, id } = this;
    const member = model.members.get(who);
    const listed = (await listConversations(db, idOf(who), 5)).find((each) => each.id === id);
    expect(listed === undefined).toBe(member === undefined || member.isHidden);
    const unread = await runInDurableObject(inbox(env, idOf(who)), (_, { storage }) =>
      storage.sql
        .exec<{ unread: number }>("select is_unread as unread from conversations where id = ?", id)
        .toArray(),
    );
    const isUnread = member !== undefined && !member.isHidden && model.isUnread(who);
    expect([who, unread[0]?.unread ?? 0]).toEqual([who, Number(isUnread)]);
    if (listed === undefined || member === undefined) return;
    expect([listed.isMuted, listed.name]).toEqual([member.isMuted, model.name]);
    const last = model.seenBy(who).findLast(({ kind }) => kind === "message");
    if (last !== undefined) expect(listed.lastMessage).toBe(last.text);
    const members = await listMembersOf(db, [id], idOf(who));
    expect(members.map((each) => each.id)).toEqual([...model.members.keys()].map(idOf));
  }

  #lines(messages: readonly ConversationMessageView[]) {
    const numberOf = (id: string | undefined) => (id === undefined ? null : ids.indexOf(id));
    return messages.map((message) => ({
      kind: message.kind,
      sender: numberOf(message.sender?.id),
      about: numberOf(message.about?.id),
      text: message.message,
      isEdited: message.editedAt !== null,
      isDeleted: message.deletedAt !== null,
      place: message.seq,
    }));
  }
}

function outcome(answer: { event: string; code?: string } | { ok: boolean; code?: string }): string {
  const isOk = "event" in answer ? answer.event === "ack" : answer.ok;
  return isOk ? "ok" : (answer.code ?? "");
}

test("every acknowledged message reaches each participant once, in one order, and no one else", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(deed, { minLength: 4, maxLength: 16 }),
      async (isDirect, deeds) => {
        const world = new World();
        await world.begin(isDirect);
        for (const step of deeds) await world.act(step);
        await world.check();
      },
    ),
    { numRuns: histories },
  );
});
