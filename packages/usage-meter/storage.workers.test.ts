import { env, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { meterStorage } from "./storage.ts";
import { noUsage } from "./usage.ts";

test("rows are counted however they are read, and alarms are rows", async () => {
  await runInDurableObject(env.LIMITER.getByName("metered"), async (_, ctx) => {
    const usage = { ...noUsage };
    const statements: Record<string, number> = {};
    meterStorage(ctx, usage, (statement, rows) => {
      statements[statement] = (statements[statement] ?? 0) + rows;
    });
    const { sql } = ctx.storage;
    sql.exec("create table metered (id integer primary key)");
    const written = usage.rowsWritten;
    for (let id = 1; id <= 4; id++) sql.exec("insert into metered values (?)", id);
    expect(usage.rowsWritten - written).toBe(4);
    const all = "select id from metered";
    let read = usage.rowsRead;
    const readBy = (work: () => unknown) => {
      work();
      const rows = usage.rowsRead - read;
      read = usage.rowsRead;
      return rows;
    };
    expect(readBy(() => sql.exec(all).toArray())).toBe(4);
    expect(readBy(() => [...sql.exec(all)])).toBe(4);
    expect(readBy(() => sql.exec("select id from metered where id = 2").one())).toBe(1);
    await ctx.storage.setAlarm(Date.now() + 60_000);
    await ctx.storage.deleteAlarm();
    expect(statements).toMatchObject({ "insert into metered": 4, alarm: 1 });
    sql.exec("drop table metered");
  });
});
