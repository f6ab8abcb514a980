/** Counts what the platform counts: rows of an object's storage, alarms, operations of R2, statements of D1, calls. */

export const counts = {
  rowsRead: 0,
  rowsWritten: 0,
  /** By the first words of the statement. */
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

function countBucket(bucket: R2Bucket): R2Bucket {
  const put = (...words: Parameters<R2Bucket["put"]>) => {
    counts.r2Puts += 1;
    return bucket.put(...words);
  };
  const get = (key: string, options?: R2GetOptions) => {
    counts.r2Gets += 1;
    return bucket.get(key, options);
  };
  return { put, get } as unknown as R2Bucket;
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
