import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { meterDatabase } from "./database.ts";
import { noUsage } from "./usage.ts";

const copyOf = <T extends object>(value: T): T =>
  Object.assign(Object.create(Object.getPrototypeOf(value) as object), value);

/** A binding of its own: that of the suite is not counted. */
function ownBinding(): D1Database {
  const binding = copyOf(env.DB) as D1Database & { alwaysPrimarySession: object };
  binding.alwaysPrimarySession = copyOf(binding.alwaysPrimarySession);
  return binding;
}

test("statements are counted outside a session and in one", async () => {
  const database = ownBinding();
  const usage = { ...noUsage };
  const written: [string, number][] = [];
  meterDatabase(database, usage, (statement, rows) => written.push([statement, rows]));
  await env.DB.exec("create table metered (name text)");
  const add = "insert into metered (name) values (?)";
  await database.prepare(add).bind("a").run();
  const session = database.withSession("first-primary");
  await session.prepare(add).bind("b").run();
  await session.batch([session.prepare(add).bind("c"), session.prepare("select name from metered")]);
  expect(written).toEqual(Array(3).fill(["insert into metered", 1]));
  expect(usage).toMatchObject({ rowsWritten: 3, rowsRead: expect.any(Number) });
  expect(usage.rowsRead).toBeGreaterThanOrEqual(3);
});
