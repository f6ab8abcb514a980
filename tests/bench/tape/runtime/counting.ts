/** Counts what the platform counts: rows of an object's storage, alarms, operations of R2, statements of D1, calls. */

export const counts = {
  rowsRead: 0,
  rowsWritten: 0,
  /** Numbers of writes by the first words of the statement. */
  writtenBy: {} as Record<string, number>,
  alarms: 0,
  alarmsSet: 0,
  alarmAt: null as number | null,
  r2Puts: 0,
  r2Gets: 0,
  d1Reads: 0,
  d1Writes: 0,
  calls: 0,
};

export function countStorage(ctx: DurableObjectState): DurableObjectState {
  const { storage } = ctx;
  const counted = {
    sql: { exec: (query: string, ...values: SqlStorageValue[]) => countRows(storage, query, values) },
    setAlarm: (at: number) => {
      counts.alarmsSet += 1;
      counts.alarmAt = at;
      return Promise.resolve();
    },
    deleteAlarm: () => {
      counts.alarmAt = null;
      return Promise.resolve();
    },
  };
  Object.defineProperty(ctx, "storage", { value: counted });
  return ctx;
}

/** The rows are read at once, because a statement's counts are complete only after its last row. */
function countRows({ sql }: DurableObjectStorage, query: string, values: SqlStorageValue[]) {
  const cursor = sql.exec(query, ...values);
  const rows = cursor.toArray();
  counts.rowsRead += cursor.rowsRead;
  counts.rowsWritten += cursor.rowsWritten;
  if (cursor.rowsWritten > 0) {
    const name = query.trim().split(/\s+/).slice(0, 3).join(" ");
    counts.writtenBy[name] = (counts.writtenBy[name] ?? 0) + cursor.rowsWritten;
  }
  return {
    toArray: () => rows,
    one: () => rows[0],
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  };
}

export function countEnv(env: Env): Env {
  return { ...env, TAPES: countBucket(env.TAPES), DB: countDatabase(env.DB) };
}

/** Calls of R2 by their price; to delete, and to give up an upload, costs nothing. */
const r2Prices: Record<string, "r2Puts" | "r2Gets"> = {
  put: "r2Puts",
  list: "r2Puts",
  createMultipartUpload: "r2Puts",
  uploadPart: "r2Puts",
  complete: "r2Puts",
  get: "r2Gets",
  head: "r2Gets",
};

/** The same bucket, or upload, whose calls are counted. */
function countBucket<T extends object>(of: T): T {
  return new Proxy(of, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...words: unknown[]) => {
        const price = r2Prices[String(name)];
        if (price !== undefined) counts[price] += 1;
        const result: unknown = Reflect.apply(member, target, words);
        return name === "resumeMultipartUpload" ? countBucket(result as object) : result;
      };
    },
  });
}

function countDatabase(database: D1Database): D1Database {
  const prepare = (query: string) => {
    if (/^\s*(insert|update|delete)/i.test(query)) counts.d1Writes += 1;
    else counts.d1Reads += 1;
    return database.prepare(query);
  };
  const batch = (statements: D1PreparedStatement[]) => database.batch(statements);
  return { prepare, batch } as unknown as D1Database;
}
