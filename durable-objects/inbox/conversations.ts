import type { ConversationNews } from "../contract.ts";
import type { InboxCore } from "./core.ts";
import type { Deliveries } from "./deliveries.ts";

/**
 * The conversations of one user that have something unread. Each conversation reports this with its version number: a
 * late or repeated report is ignored.
 */
export class Conversations {
  readonly #core: InboxCore;
  readonly #deliveries: Deliveries;
  readonly #sql: SqlStorage;

  constructor(core: InboxCore, deliveries: Deliveries) {
    this.#core = core;
    this.#deliveries = deliveries;
    this.#sql = core.sql;
    this.#sql.exec(`create table if not exists conversations (
      id text primary key, version integer not null, is_unread integer not null
    ) without rowid`);
  }

  changed({ conversation, isUnread, version }: ConversationNews): { isOpen: boolean } {
    const { id } = conversation;
    if (this.#isNews(id, version, isUnread)) {
      // Muting also cancels deliveries in progress.
      if (!isUnread || conversation.isMuted) this.#deliveries.settle(groupOf(id));
      const event = { event: "conversation", data: { conversation, isUnread } } as const;
      // A page that resumes gets the present state, without earlier text.
      this.#core.log.rewrite(ownEvents, idPattern(id), event);
      this.#core.say(event.event, event.data, Date.now());
    }
    return { isOpen: this.#core.hasOpenPage() };
  }

  gone({ id, version }: { id: string; version: number }): void {
    if (!this.#isNews(id, version, false)) return;
    this.#deliveries.settle(groupOf(id));
    const event = { event: "conversation gone", data: { id } } as const;
    this.#core.log.rewrite(ownEvents, idPattern(id), event);
    this.#core.say(event.event, event.data, Date.now());
  }

  unreadIds(): string[] {
    return this.#sql
      .exec<{ id: string }>("select id from conversations where is_unread order by id")
      .toArray()
      .map(({ id }) => id);
  }

  #isNews(id: string, version: number, isUnread: boolean): boolean {
    return (
      this.#sql.exec(
        `insert into conversations (id, version, is_unread) values (?1, ?2, ?3)
         on conflict (id) do update set version = ?2, is_unread = ?3 where version < ?2`,
        id,
        version,
        Number(isUnread),
      ).rowsWritten > 0
    );
  }
}

const ownEvents = ["conversation", "conversation gone"] as const;
/** The part of every event about this conversation that no other event contains. */
const idPattern = (id: string) => `"id":${JSON.stringify(id)}`;
const groupOf = (id: string) => `conversation/${id}`;
