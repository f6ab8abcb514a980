import type { D1Database } from "@cloudflare/workers-types";

type Value = string | number | null | ArrayBuffer;

/**
 * A separate database with D1's engine in an object's storage: a statement costs a hundredth of one in D1. `turn` is
 * awaited before each statement or batch, so that its order decides how simultaneous callers are interleaved. Batches
 * are transactions, as in D1.
 */
export function sqliteAsD1(storage: DurableObjectStorage, turn: () => Promise<unknown>): D1Database {
  const database = {
    prepare: (query: string) => new Statement(storage, turn, query, []),
    async batch(statements: Statement[]) {
      await turn();
      return storage.transactionSync(() => statements.map((statement) => statement.execute()));
    },
  };
  return database as unknown as D1Database;
}

class Statement {
  private readonly storage: DurableObjectStorage;
  private readonly turn: () => Promise<unknown>;
  private readonly query: string;
  private readonly values: Value[];

  constructor(storage: DurableObjectStorage, turn: () => Promise<unknown>, query: string, values: Value[]) {
    this.storage = storage;
    this.turn = turn;
    this.query = query;
    this.values = values;
  }

  bind(...values: (Value | boolean)[]): Statement {
    const stored = values.map((value) => (typeof value === "boolean" ? Number(value) : value));
    return new Statement(this.storage, this.turn, this.query, stored);
  }

  execute() {
    const results = this.storage.sql.exec(this.query, ...this.values).toArray();
    return { success: true, results, meta: {} };
  }

  async all() {
    await this.turn();
    return this.execute();
  }

  async run() {
    await this.turn();
    return this.execute();
  }

  async raw() {
    await this.turn();
    return [...this.storage.sql.exec(this.query, ...this.values).raw()];
  }
}
