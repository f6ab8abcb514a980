import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { DueList } from "#packages/durable/due-list.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { AgentOrder } from "./agent-order.ts";
import { Ledger } from "./ledger.ts";
import type { ReportReader } from "./stream-report.ts";
import type { StreamRow } from "./stream-row.ts";

/** The common base of every part of the gateway: what is stored of streams and of agents. */
export class GatewayCore {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly due: DueList;
  readonly outbox: Outbox;
  readonly agents: AgentOrder;
  readonly ledger: Ledger;
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState, env: Env) {
    this.#ctx = ctx;
    this.env = env;
    this.storage = ctx.storage;
    this.due = new DueList(ctx.storage);
    this.outbox = new Outbox(ctx.storage, this.due);
    this.agents = new AgentOrder(ctx.storage);
    this.ledger = new Ledger(ctx.storage);
  }

  /** Returns the report of a stream to a room. */
  reportOf(row: StreamRow, to: ReportReader): StreamReport {
    return this.ledger.report(row, this.agents.fence(), to);
  }

  /** Keeps the object awake until this is done. */
  waitUntil(work: Promise<unknown>): void {
    this.#ctx.waitUntil(work);
  }
}
