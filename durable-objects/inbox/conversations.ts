import type { ConversationNews } from "../contract.ts";
import type { EventLog } from "../sockets.ts";
import type { SayInbox } from "./say.ts";

/** What the conversations need of the object that they live in. */
export interface ConversationsHost {
  sql: SqlStorage;
  log: EventLog;
  /** Some page of the owner is open. */
  hasOpenPage(): boolean;
  say: SayInbox;
  /** What was told of this group has been seen: nothing of it is delivered any more. */
  settle(group: string): void;
}

/**
 * Which of one user's conversations have something unread. The conversations themselves say so, each with the number
 * of its version: what comes late or twice is ignored.
 */
export class Conversations {
  readonly #host: ConversationsHost;
  readonly #sql: SqlStorage;

  constructor(host: ConversationsHost) {
    this.#host = host;
    this.#sql = host.sql;
    this.#sql.exec(`create table if not exists conversations (
      id text primary key, version integer not null, is_unread integer not null
    ) without rowid`);
  }

  changed({ conversation, isUnread, version }: ConversationNews): { isOpen: boolean } {
    const { id } = conversation;
    if (this.#isNews(id, version, isUnread)) {
      // Muting also stops what is already on its way.
      if (!isUnread || conversation.isMuted) this.#host.settle(groupOf(id));
      const event = { event: "conversation", data: { conversation, isUnread } } as const;
      // A page that resumes gets the present state, without earlier words.
      this.#host.log.rewrite(ownEvents, idPattern(id), event);
      this.#host.say(event.event, event.data, Date.now());
    }
    return { isOpen: this.#host.hasOpenPage() };
  }

  gone({ id, version }: { id: string; version: number }): void {
    if (!this.#isNews(id, version, false)) return;
    this.#host.settle(groupOf(id));
    const event = { event: "conversation gone", data: { id } } as const;
    this.#host.log.rewrite(ownEvents, idPattern(id), event);
    this.#host.say(event.event, event.data, Date.now());
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
/** What stands in every event about this conversation, and in no other. */
const idPattern = (id: string) => `"id":${JSON.stringify(id)}`;
const groupOf = (id: string) => `conversation/${id}`;
