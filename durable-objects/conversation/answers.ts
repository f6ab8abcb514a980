import type { Facts } from "#app/domains/air/messages/facts.ts";
import type { ConversationAnswer, ConversationPort } from "#app/domains/air/messages/port.ts";
import type { ConversationViews } from "./conversation-views.ts";
import type { ConversationCore } from "./core.ts";
import type { ListSync } from "./list-sync.ts";
import type { Member } from "./members.ts";
import type { Said } from "./talk.ts";

interface AnswersDeps {
  views: ConversationViews;
  listSync: ListSync;
}

type Answer<Call extends keyof ConversationPort> = Awaited<ReturnType<ConversationPort[Call]>>;

/** The results of calls: the conversation after them, with the present names of everyone. */
export class Answers {
  readonly #core: ConversationCore;
  readonly #deps: AnswersDeps;

  constructor(core: ConversationCore, deps: AnswersDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Resolves when the lists in D1 are up to date too, unless D1 is unavailable. `not-found` without a viewer. */
  async conversation(member: Member | undefined): Promise<ConversationAnswer> {
    if (member === undefined) return { ok: false, code: "not-found" };
    const { views, listSync } = this.#deps;
    await Promise.allSettled([this.ask([]), listSync.list()]);
    return { ok: true, conversation: views.conversation(member, Date.now()) };
  }

  async sent(viewerId: string, said: Said): Promise<Answer<"say">> {
    if (!said.ok) return said;
    const answer = await this.conversation(this.#core.members.find(viewerId));
    if (!answer.ok) return answer;
    const sent = { ...answer.conversation, message: this.#deps.views.message(said.message) };
    return { ok: true, sent, isNew: said.isNew };
  }

  async changed(said: Said): Promise<Answer<"edit">> {
    if (!said.ok) return said;
    await this.#deps.listSync.list().catch(() => undefined);
    return { ok: true, message: this.#deps.views.message(said.message) };
  }

  /** Changes the conversation for this viewer alone. */
  async marked(viewerId: string, mark: (member: Member) => void): Promise<ConversationAnswer> {
    const { members, transaction } = this.#core;
    const member = members.find(viewerId);
    if (member !== undefined) transaction(() => mark(member));
    return this.conversation(members.find(viewerId));
  }

  /** Reads the present names of the participants and `others`. Throws `unavailable` where D1 is unavailable. */
  ask(others: readonly string[]): Promise<Facts> {
    const { members, people } = this.#core;
    return people.ask([...members.list().map(({ userId }) => userId), ...others]);
  }
}
