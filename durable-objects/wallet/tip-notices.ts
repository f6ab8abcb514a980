import { tipsNotice } from "#app/domains/value/tokens/notice.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";
import { findWalletUser } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { inbox } from "../stubs.ts";
import type { WalletCore } from "./core.ts";

/** The name of this task in the object's due list: its alarm calls `tell` for it. */
export const noticesDue = "notices";

/** Tips of this time are told together; the text of the notice changes at most so often. */
const gatherMs = 5_000;
/** Tips of one broadcast or day come within this time. The inbox knows the key of its notice for so long. */
const keepMs = 7 * 24 * 3_600_000;

interface Row extends Record<string, SqlStorageValue> {
  key: string;
  tips: number;
  tokens: number;
  /** Number of tips that the notice includes; null: there is no notice yet, 0: there may be one. */
  told: number | null;
  since: number;
}

/**
 * Notices to a performer about tips: one for each broadcast, or day (UTC) outside a performance, whose text grows with
 * further tips. Names nobody, and hidden tips count.
 */
export class TipNotices {
  readonly #core: WalletCore;
  readonly #sql: SqlStorage;

  constructor(core: WalletCore) {
    this.#core = core;
    this.#sql = core.storage.sql;
    this.#sql.exec(`create table if not exists tip_notices (
      key text primary key, tips integer not null, tokens integer not null, told integer, since integer not null
    )`);
  }

  /** Counts a tip; called once a tip, in the transaction that credits it. */
  count({ amount, place, at }: TipNews): void {
    const now = Date.now();
    const day = new Date(at).toISOString().slice(0, "2026-11-23".length);
    this.#sql.exec(
      `insert into tip_notices (key, tips, tokens, since) values (?1, 1, ?2, ?3)
       on conflict (key) do update set tips = tips + 1, tokens = tokens + ?2`,
      `tips/${place.broadcastId ?? day}`,
      amount,
      now,
    );
    this.#core.remember();
    void this.#core.due.scheduleBy(noticesDue, now + gatherMs);
  }

  /** Throws while D1, which knows whose wallet it is, or the inbox is unavailable. */
  async tell(): Promise<void> {
    const { env, id } = this.#core;
    const rows = this.#sql.exec<Row>("select * from tip_notices where told is null or told < tips").toArray();
    if (rows.length > 0) {
      const userId = await findWalletUser(openDb(env.DB), id);
      for (const row of rows) {
        if (userId !== null) await this.#notify(userId, row);
        this.#sql.exec("update tip_notices set told = ? where key = ?", row.tips, row.key);
      }
    }
    this.#sql.exec("delete from tip_notices where told = tips and since < ?", Date.now() - keepMs);
  }

  async #notify(userId: string, { key, tips, tokens, told, since }: Row): Promise<void> {
    const message = tipsNotice(tips, tokens);
    const to = inbox(this.#core.env, userId);
    if (told === null || told === 0) {
      this.#sql.exec("update tip_notices set told = 0 where key = ?", key);
      await to.notify({ kind: "tip", message, at: since, key, url: "/tokens" });
    }
    // Also where an interrupted attempt may have made the notice with an earlier text.
    if (told !== null) await to.reword(key, message);
  }

  erase(): void {
    this.#sql.exec("delete from tip_notices");
  }
}
