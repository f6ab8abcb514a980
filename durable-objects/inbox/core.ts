import { inboxKeeps } from "#app/domains/air/messages/live/protocol.ts";
import { DueList } from "#packages/durable/due-list.ts";
import { EventLog } from "#packages/durable/event-log.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { openSockets } from "#packages/durable/sockets.ts";
import type { SayInbox } from "./say.ts";

/** The common base of every part of an inbox: whose it is, what is stored, and how events are published. */
export class InboxCore {
  readonly env: Env;
  readonly ownerId: string;
  readonly sql: SqlStorage;
  readonly due: DueList;
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly #ctx: DurableObjectState;
  readonly #broadcast: (text: string) => void;

  /** `broadcast`: sends to every open page. */
  constructor(
    ctx: DurableObjectState,
    env: Env,
    { ownerId, broadcast }: { ownerId: string; broadcast: (text: string) => void },
  ) {
    this.#ctx = ctx;
    this.#broadcast = broadcast;
    this.env = env;
    this.ownerId = ownerId;
    this.sql = ctx.storage.sql;
    this.due = new DueList(ctx.storage);
    this.outbox = new Outbox(ctx.storage, this.due);
    this.log = new EventLog(ctx.storage, inboxKeeps);
  }

  /** Whether a page of the owner is open. */
  readonly hasOpenPage = (): boolean => openSockets(this.#ctx).length > 0;

  /** All of it is stored, or nothing. */
  transaction(work: () => void): void {
    this.#ctx.storage.transactionSync(work);
  }

  readonly say: SayInbox = (event, data, at, kept) => {
    const logged = this.log.append(event, data, at, kept);
    this.#broadcast(JSON.stringify(logged));
    return logged;
  };
}
