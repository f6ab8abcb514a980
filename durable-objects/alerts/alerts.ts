import { DurableObject } from "cloudflare:workers";
import { type LiveNews, liveNotice } from "#app/domains/notifications/go-live.ts";
import { openDb } from "#db/client.ts";
import { findUser } from "#db/queries/accounts.ts";
import { listAlerted, recordInboxes } from "#db/queries/notifications.ts";
import { DueList } from "../alarms.ts";
import type { AlertsRpc, InboxRpc, RoomPath } from "../contract.ts";
import { inbox, lobby } from "../stubs.ts";

const pageSize = 1_000;
/** So many are told in one turn, so many of them at the same time, and so long until the next turn. */
const perTurn = 250;
const atOnce = 25;
const turnMs = 500;
const maxAttempts = 5;
/** Told later than this, it is no news. */
const freshMs = 15 * 60_000;

interface Run {
  room: RoomPath;
  news: LiveNews;
  /** The last one who was written down; null: everybody is. */
  after: string | null;
}

/**
 * Tells everybody who wants to hear that something has gone live: first all of them are written down, page by page,
 * then they are told at a pace that disturbs nobody. One object a broadcast, so that it goes on where it was cut off
 * and takes nothing from the room; it forgets everything when it is done.
 */
export class Alerts extends DurableObject<Env> implements AlertsRpc {
  readonly #sql: SqlStorage;
  readonly #due: DueList;
  /** Everybody was told, and all of it is forgotten. */
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
    if (this.#isDone || this.#run() !== undefined) return;
    this.#store({ room, news, after: "" });
    await this.#due.schedule("gather", Date.now());
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), async (name) => {
      if (name === "gather") await this.#gather();
      if (name === "tell") await this.#tell();
    });
  }

  /** How many are written down and not yet told. */
  async waiting(): Promise<{ recipients: number; isGathered: boolean }> {
    if (this.#isDone) return { recipients: 0, isGathered: true };
    const { n } = this.#sql.exec<{ n: number }>("select count(*) as n from recipients").one();
    return { recipients: n, isGathered: this.#run()?.after == null };
  }

  /** Everybody who wants to hear of it, but those who hear it already. */
  async #gather(): Promise<void> {
    const run = this.#run();
    if (run === undefined) return;
    const { performer, stage } = run.news;
    const what = { performerId: performer?.id ?? null, stageId: stage?.isTold ? stage.id : null };
    const listening = new Set(await lobby(this.env).present(run.room));
    let after = run.after;
    while (after !== null) {
      const page = await listAlerted(openDb(this.env.DB), what, { after, limit: pageSize });
      const away = page.filter(({ userId }) => !listening.has(userId));
      if (performer !== null) {
        // At once for all of them: the inboxes need not say it each by itself.
        const inboxes = away.map(({ userId }) => userId);
        await recordInboxes(openDb(this.env.DB), performer.id, inboxes);
      }
      after = page.length < pageSize ? null : (page.at(-1)?.userId ?? null);
      // The page and the mark behind it are one write.
      this.ctx.storage.transactionSync(() => {
        this.#sql.exec(
          `insert into recipients (user_id, is_follower)
           select value ->> 'userId', value ->> 'isFollower' from json_each(?) where true on conflict do nothing`,
          JSON.stringify(away),
        );
        this.#store({ ...run, after });
      });
    }
    await this.#due.schedule("tell", Date.now());
  }

  async #tell(): Promise<void> {
    const run = this.#run();
    if (run === undefined) return;
    const isStale = Date.now() - run.news.at > freshMs;
    const turn = isStale || (await this.#isGone(run.news)) ? [] : this.#next();
    for (let from = 0; from < turn.length; from += atOnce)
      await Promise.all(
        turn.slice(from, from + atOnce).map((recipient) => this.#tellOne(run.news, recipient)),
      );
    if (turn.length === 0) await this.#finish();
    else await this.#due.schedule("tell", Date.now() + turnMs);
  }

  /** Of somebody who has deleted their account nobody is told any more. */
  async #isGone({ performer }: LiveNews): Promise<boolean> {
    return performer !== null && (await findUser(openDb(this.env.DB), performer.id)) === undefined;
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

  async #tellOne(
    news: LiveNews,
    { userId, isFollower }: { userId: string; isFollower: number },
  ): Promise<void> {
    try {
      const target: InboxRpc = inbox(this.env, userId);
      await target.notify(liveNotice(news, isFollower === 1));
      this.#sql.exec("delete from recipients where user_id = ?", userId);
    } catch (error) {
      this.#sql.exec("update recipients set attempts = attempts + 1 where user_id = ?", userId);
      this.#sql.exec("delete from recipients where user_id = ? and attempts >= ?", userId, maxAttempts);
      console.warn(JSON.stringify({ event: "alert-failed", user: userId, error: String(error) }));
    }
  }

  #run(): Run | undefined {
    const row = this.#sql.exec<{ json: string }>("select json from run").toArray()[0];
    return row && JSON.parse(row.json);
  }

  #store(run: Run): void {
    this.#sql.exec(
      "insert into run (one, json) values (1, ?1) on conflict (one) do update set json = ?1",
      JSON.stringify(run),
    );
  }
}
