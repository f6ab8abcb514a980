/** A database that records its statements, their cost, and their query plans. */
export interface Asked {
  sql: string;
  rowsRead: number;
  /** The lines of EXPLAIN QUERY PLAN. */
  plan: string[];
}

export function watchD1(d1: D1Database): { d1: D1Database; asked: () => Promise<Asked[]> } {
  const seen: { sql: string; values: unknown[] }[] = [];
  const watched = {
    prepare(sql: string) {
      const statement = d1.prepare(sql);
      return Object.assign(Object.create(statement), {
        bind(...values: unknown[]) {
          seen.push({ sql, values });
          return statement.bind(...values);
        },
      });
    },
    batch: (statements: D1PreparedStatement[]) => d1.batch(statements),
  };
  const asked = () =>
    Promise.all(
      seen.map(async ({ sql, values }) => {
        const [{ meta }, plan] = await Promise.all([
          d1
            .prepare(sql)
            .bind(...values)
            .all(),
          d1
            .prepare(`explain query plan ${sql}`)
            .bind(...values)
            .all<{ detail: string }>(),
        ]);
        return { sql, rowsRead: meta.rows_read, plan: plan.results.map(({ detail }) => detail) };
      }),
    );
  return { d1: watched as unknown as D1Database, asked };
}
