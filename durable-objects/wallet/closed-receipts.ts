import { hashLines } from "#packages/ledger/chain.ts";

/**
 * A sender whose confirmation was lost asks a closed wallet again. A wallet can be set back by up to 30 days, so it may
 * ask that long after it was first answered.
 */
export const receiptsMs = 35 * 24 * 3_600_000;

/**
 * The receipts of a closed wallet: what it had received would otherwise be returned although it was credited. Hashes,
 * which name nobody.
 */
export class ClosedReceipts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists closed_receipts (hash text primary key, until integer not null) without rowid",
    );
  }

  has(entryId: string): boolean {
    return (
      this.#sql.exec("select 1 from closed_receipts where hash = ?", hashOf(entryId)).toArray().length > 0
    );
  }

  keep(entryId: string, until: number): void {
    this.#sql.exec(
      "insert or ignore into closed_receipts (hash, until) values (?, ?)",
      hashOf(entryId),
      until,
    );
  }

  /** Deletes what nobody asks for any more. Returns when the next one may be deleted, or null. */
  forget(now: number): number | null {
    this.#sql.exec("delete from closed_receipts where until <= ?", now);
    return this.#sql.exec<{ at: number | null }>("select min(until) as at from closed_receipts").one().at;
  }
}

const hashOf = (entryId: string): string => hashLines([entryId]);
