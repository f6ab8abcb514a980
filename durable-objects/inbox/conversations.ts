import type { InboxEvent } from "#app/domains/air/messages/live/protocol.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import type { ConversationNews } from "../contract.ts";
import type { InboxCore } from "./core.ts";
import type { Deliveries } from "./deliveries.ts";

type OwnEvent = Extract<InboxEvent, { event: "conversation" | "conversation gone" }>;

/** The part of such an event that the log stores. */
interface Kept {
  id: string;
}

/**
 * The conversations of one user, each with its last event and whether it is unread. Each conversation reports these
 * with its version number: a late or repeated report is ignored.
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
      id text primary key, version integer not null, is_unread integer not null, event text, data text
    ) without rowid`);
    if (!hasColumn(this.#sql, "conversations", "data")) this.#migrate();
    // A page that resumes gets the present state, without earlier text.
    core.log.onResume((kept) =>
      isOwn(kept.event) ? (this.#lastEvent(JSON.parse(kept.data)) ?? kept) : kept,
    );
  }

  changed({ conversation, isUnread, version }: ConversationNews): { isOpen: boolean } {
    const { id } = conversation;
    const event = { event: "conversation", data: { conversation, isUnread } } as const;
    if (this.#isNews(id, event, { version, isUnread })) {
      // Muting also cancels deliveries in progress.
      if (!isUnread || conversation.isMuted) this.#deliveries.settle(groupOf(id));
      this.#core.say(event.event, event.data, Date.now(), { id } satisfies Kept);
    }
    return { isOpen: this.#core.hasOpenPage() };
  }

  gone({ id, version }: { id: string; version: number }): void {
    const event = { event: "conversation gone", data: { id } } as const;
    if (!this.#isNews(id, event, { version, isUnread: false })) return;
    this.#deliveries.settle(groupOf(id));
    this.#core.say(event.event, event.data, Date.now());
  }

  unreadIds(): string[] {
    return this.#sql
      .exec<{ id: string }>("select id from conversations where is_unread order by id")
      .toArray()
      .map(({ id }) => id);
  }

  /** Stores the event, unless one of this version or a later one is stored. */
  #isNews(
    id: string,
    { event, data }: Pick<OwnEvent, "event" | "data">,
    { version, isUnread }: { version: number; isUnread: boolean },
  ): boolean {
    return (
      this.#sql.exec(
        `insert into conversations (id, version, is_unread, event, data) values (?1, ?2, ?3, ?4, ?5)
         on conflict (id) do update set version = ?2, is_unread = ?3, event = ?4, data = ?5 where version < ?2`,
        id,
        version,
        Number(isUnread),
        event,
        JSON.stringify(data),
      ).rowsWritten > 0
    );
  }

  #lastEvent({ id }: Kept): { event: string; data: string } | undefined {
    return this.#sql
      .exec<{ event: string; data: string }>(
        "select event, data from conversations where id = ? and data is not null",
        id,
      )
      .toArray()[0];
  }

  /** Moves the content of events from the log of an earlier version, which had it in each of them. */
  #migrate(): void {
    const id = "coalesce(data ->> '$.conversation.id', data ->> '$.id')";
    this.#sql.exec(`
      alter table conversations add column event text;
      alter table conversations add column data text;
      update conversations set (event, data) = (
        select last.event, last.data from (select seq, event, data, ${id} as about from events where ${own}) as last
        where last.about = conversations.id order by last.seq desc limit 1
      );
      update events set data = json_object('id', ${id}) where ${own};
    `);
  }
}

const isOwn = (event: string) => event === "conversation" || event === "conversation gone";
const own = "event in ('conversation', 'conversation gone')";
const groupOf = (id: string) => `conversation/${id}`;
