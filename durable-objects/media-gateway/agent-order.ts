import { hasColumn } from "#packages/durable/columns.ts";

/** Number of old starts that are remembered, so that one of them is recognized when it reconnects. */
const keptStarts = 200;

/** The current agent, how far its reports were applied, and when its last message came. */
export class AgentOrder {
  readonly #sql: SqlStorage;
  /** Values that are newer than the stored ones. Where an eviction has lost them, the agent counts as heard then. */
  #fresh = { fence: 0, seq: 0, heardAt: Date.now() };

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(`
      create table if not exists starts (fence integer primary key autoincrement, start text not null unique);
      create table if not exists agent (id integer primary key check (id = 1), seq integer not null);
      insert or ignore into agent (id, seq) values (1, 0);
    `);
    // Migrates a gateway of an earlier version.
    if (hasColumn(this.#sql, "agent", "heard_at")) this.#sql.exec("alter table agent drop column heard_at");
  }

  /** The newest agent's fence (its place in the order of starts); 0 before the first. */
  fence(): number {
    return this.#sql.exec<{ fence: number }>("select coalesce(max(fence), 0) as fence from starts").one()
      .fence;
  }

  /** Returns the fence of this start: a new start gets the highest, the newest keeps its own; null for an older one. */
  greet(start: string): number | null {
    const newest = this.fence();
    const known = this.#sql
      .exec<{ fence: number }>("select fence from starts where start = ?", start)
      .toArray()[0];
    if (known !== undefined) return known.fence === newest ? newest : null;
    this.#sql.exec("insert into starts (start) values (?)", start);
    this.#sql.exec("update agent set seq = 0");
    this.#sql.exec("delete from starts where fence <= ?", newest - keptStarts);
    return this.fence();
  }

  /** True once per report: it is from the newest agent and newer than everything that was applied. */
  accept(fence: number, seq: number): boolean {
    if (fence !== this.fence() || seq <= this.#seq()) return false;
    this.#fresh = { ...this.#fresh, fence, seq };
    return true;
  }

  /** Stores how far reports were applied; later reports may come again, as their effects are not stored either. */
  keepSeq(): void {
    this.#sql.exec("update agent set seq = max(seq, ?)", this.#seq());
  }

  heardAt(): number {
    return this.#fresh.heardAt;
  }

  heard(at: number): void {
    this.#fresh = { ...this.#fresh, heardAt: at };
  }

  #seq(): number {
    const { seq } = this.#sql.exec<{ seq: number }>("select seq from agent").one();
    return this.#fresh.fence === this.fence() ? Math.max(seq, this.#fresh.seq) : seq;
  }
}
