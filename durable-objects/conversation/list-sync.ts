import { deleteConversation, storeConversation } from "#app/domains/air/messages/queries/messages.ts";
import { openDb } from "#db/client.ts";
import { inbox } from "../stubs.ts";
import type { ConversationViews } from "./conversation-views.ts";
import type { ConversationCore } from "./core.ts";

/** The name of this task in the object's due list: its alarm calls `run` for it. */
export const spreadDue = "spread";

interface ListSyncDeps {
  views: ConversationViews;
}

/**
 * Sends the present state of the conversation to D1 and the participants' inboxes. It sends states, not events: many
 * changes between two runs become one update, and one that arrives twice or late has no effect, since each carries its
 * version.
 */
export class ListSync {
  readonly #core: ConversationCore;
  readonly #deps: ListSyncDeps;
  #received: (userId: string, upTo: number) => void = () => {};

  constructor(core: ConversationCore, deps: ListSyncDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Calls `receive` when everything up to a message has reached an open page of a participant. */
  onReceived(receive: (userId: string, upTo: number) => void): void {
    this.#received = receive;
  }

  /** Something has changed in the lists of these users, who may have just left. */
  changed(userIds: readonly string[]): void {
    const { due, about } = this.#core;
    about.raiseVersion(userIds);
    void due.scheduleBy(spreadDue, Date.now());
  }

  /**
   * D1 first: an inbox that is notified of a conversation may read it there. Throws where an inbox could not be
   * notified.
   */
  async run(): Promise<void> {
    await this.list();
    await this.#tell();
  }

  /** Brings D1 up to date. */
  async list(): Promise<void> {
    const { env, id, about } = this.#core;
    const { views } = this.#deps;
    const listed = views.listed();
    if (listed === undefined || about.read()?.listed === listed.version) return;
    const db = openDb(env.DB);
    if (listed.members.length === 0) await deleteConversation(db, id);
    else await storeConversation(db, listed);
    about.setListed(listed.version);
  }

  /** Stops sending to the inbox of a deleted account. */
  forget(userId: string): void {
    const { about } = this.#core;
    const version = about.tellings()[userId];
    if (version !== undefined) about.setTold({ [userId]: version });
  }

  async #tell(): Promise<void> {
    const { about, people, members } = this.#core;
    const tellings = Object.entries(about.tellings());
    if (tellings.length === 0) return;
    const facts = await people.ask(members.list().map(({ userId }) => userId));
    const told: Record<string, number> = {};
    const outcomes = await Promise.allSettled(
      tellings.map(async ([userId, version]) => {
        // An inbox must not be recreated for a deleted account.
        if (members.find(userId) === undefined || facts.person(userId) !== undefined)
          await this.#notifyOne(userId, version);
        told[userId] = version;
      }),
    );
    about.setTold(told);
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure !== undefined) throw failure.reason;
  }

  async #notifyOne(userId: string, version: number): Promise<void> {
    const { env, id, history, members } = this.#core;
    const { views } = this.#deps;
    const member = members.find(userId);
    if (member === undefined || member.isHidden) return inbox(env, userId).conversationGone({ id, version });
    const upTo = history.lastSeq();
    const { isOpen } = await inbox(env, userId).conversationChanged({
      conversation: views.conversation(member, Date.now()),
      isUnread: views.isUnread(member),
      version,
    });
    if (isOpen) this.#received(userId, upTo);
  }
}
