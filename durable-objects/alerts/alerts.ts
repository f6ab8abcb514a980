import { DurableObject } from "cloudflare:workers";
import * as z from "zod/mini";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { LiveNews } from "#app/domains/people/notifications/go-live.ts";
import type { Announced } from "#app/domains/value/announcements/notice.ts";
import { DueList } from "#packages/durable/due-list.ts";
import type { AlertsRpc, InboxRpc } from "../contract.ts";
import { inbox } from "../stubs.ts";
import { type AlertTask, createAlertTask, Subject } from "./alert-tasks.ts";

/** Number of recipients in one turn, number of them in parallel, and the pause until the next turn. */
const perTurn = 250;
const atOnce = 25;
const turnMs = 250;
/** A person whose alert failed is retried after all others: at most this many times, with a growing delay. */
const maxAttempts = 5;
const slower = 4;

const Run = z.object({
  subject: Subject,
  /** The last recipient who was stored; null: all are. */
  after: z.nullable(z.string()),
});
type Run = z.infer<typeof Run>;

/**
 * Alerts everyone who wants to know that something has gone live, or that operators announce something. First all
 * recipients are stored, page by page, then they are notified at a limited rate. There is one object per broadcast or
 * announcement, so that a run continues after an interruption and uses no time of the room; it deletes its storage when
 * it is done.
 */
export class Alerts extends DurableObject<Env> implements AlertsRpc {
  readonly #sql: SqlStorage;
  readonly #due: DueList;
  /** Everyone was notified, and the storage is deleted. */
  #isDone = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#due = new DueList(ctx.storage);
    this.#sql.exec(`
      create table if not exists run (one integer primary key check (one = 1), json text not null);
      create table if not exists recipients (
        user_id text primary key, is_follower integer not null, attempts integer not null default 0) without rowid;
    `);
  }

  async begin(room: RoomPath, news: LiveNews): Promise<void> {
    await this.#begin({ kind: "live", room, news });
  }

  async announce(announcement: Announced): Promise<void> {
    await this.#begin({ kind: "announced", announcement });
  }

  async takeBack(announcement: Pick<Announced, "number" | "at">): Promise<void> {
    await this.#begin({ kind: "taken back", announcement });
  }

  async #begin(subject: Subject): Promise<void> {
    if (this.#isDone || this.#run() !== undefined) return;
    this.#store({ subject, after: "" });
    await this.#due.schedule("gather", Date.now());
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), { gather: () => this.#gather(), tell: () => this.#tell() });
  }

  /** Returns the number of recipients that are stored and not yet notified. */
  async waiting(): Promise<{ recipients: number; isGathered: boolean }> {
    if (this.#isDone) return { recipients: 0, isGathered: true };
    const { n } = this.#sql.exec<{ n: number }>("select count(*) as n from recipients").one();
    return { recipients: n, isGathered: this.#run()?.after == null };
  }

  async #gather(): Promise<void> {
    const run = this.#run();
    if (run === undefined) return;
    const task = await createAlertTask(this.env, run.subject);
    let after = run.after;
    while (after !== null) {
      const { recipients, next } = await task.page(after);
      after = next;
      // The page and the position after it are one write.
      this.ctx.storage.transactionSync(() => {
        this.#sql.exec(
          `insert into recipients (user_id, is_follower)
           select value ->> 'userId', value ->> 'isFollower' from json_each(?) where true on conflict do nothing`,
          JSON.stringify(recipients),
        );
        this.#store({ ...run, after });
      });
    }
    await this.#due.schedule("tell", Date.now());
  }

  async #tell(): Promise<void> {
    const run = this.#run();
    if (run === undefined) return;
    const task = await createAlertTask(this.env, run.subject);
    const turn = (await task.isOver(Date.now())) ? [] : this.#next();
    for (let from = 0; from < turn.length; from += atOnce)
      await Promise.all(turn.slice(from, from + atOnce).map((recipient) => this.#notifyOne(task, recipient)));
    if (turn.length === 0) await this.#finish();
    else await this.#due.schedule("tell", Date.now() + turnMs * slower ** this.#fewestAttempts());
  }

  /** The number of failed attempts of the recipients who are next. */
  #fewestAttempts(): number {
    const { n } = this.#sql.exec<{ n: number | null }>("select min(attempts) as n from recipients").one();
    return n ?? 0;
  }

  async #finish(): Promise<void> {
    this.#isDone = true;
    await this.#due.close();
    await this.ctx.storage.deleteAll();
  }

  #next(): { userId: string; isFollower: number }[] {
    return this.#sql
      .exec<{ userId: string; isFollower: number }>(
        `select user_id as userId, is_follower as isFollower from recipients order by attempts, user_id limit ${perTurn}`,
      )
      .toArray();
  }

  async #notifyOne(
    task: AlertTask,
    { userId, isFollower }: { userId: string; isFollower: number },
  ): Promise<void> {
    try {
      const target: InboxRpc = inbox(this.env, userId);
      await task.tell(target, isFollower === 1);
      this.#sql.exec("delete from recipients where user_id = ?", userId);
    } catch (error) {
      this.#sql.exec("update recipients set attempts = attempts + 1 where user_id = ?", userId);
      this.#sql.exec("delete from recipients where user_id = ? and attempts >= ?", userId, maxAttempts);
      console.warn(JSON.stringify({ event: "alert-failed", user: userId, error: String(error) }));
    }
  }

  #run(): Run | undefined {
    const row = this.#sql.exec<{ json: string }>("select json from run").toArray()[0];
    return row && Run.parse(JSON.parse(row.json));
  }

  #store(run: Run): void {
    this.#sql.exec(
      "insert into run (one, json) values (1, ?1) on conflict (one) do update set json = ?1",
      JSON.stringify(run),
    );
  }
}
