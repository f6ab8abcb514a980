import { DueList } from "#packages/durable/due-list.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { AboutRecord } from "./about.ts";
import { ConversationLog } from "./conversation-log.ts";
import { DecisionQueue, People } from "./facts.ts";
import { History } from "./history.ts";
import { Members } from "./members.ts";

/** The common base of every part of a conversation: which one it is, and its records. */
export class ConversationCore {
  readonly id: string;
  readonly env: Env;
  readonly ctx: DurableObjectState;
  readonly sql: SqlStorage;
  readonly due: DueList;
  readonly outbox: Outbox;
  readonly about: AboutRecord;
  readonly members: Members;
  readonly history: History;
  readonly log: ConversationLog;
  readonly people: People;
  readonly decisions: DecisionQueue;

  constructor(ctx: DurableObjectState, env: Env, id: string) {
    const { sql } = ctx.storage;
    this.id = id;
    this.env = env;
    this.ctx = ctx;
    this.sql = sql;
    this.due = new DueList(ctx.storage);
    this.outbox = new Outbox(ctx.storage, this.due);
    this.about = new AboutRecord(sql);
    this.members = new Members(sql);
    this.history = new History(sql);
    this.log = new ConversationLog(sql);
    this.people = new People(sql, env.DB);
    this.decisions = new DecisionQueue(this.people, () => this.members.list().map(({ userId }) => userId));
  }

  /** All of it is stored, or nothing. */
  readonly transaction = <T>(work: () => T): T => this.ctx.storage.transactionSync(work);
}
