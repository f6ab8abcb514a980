import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { StepError } from "../progress.ts";
import { migrate, openLocalDatabase } from "./database.ts";

async function openDatabase() {
  const state = mkdtempSync(join(tmpdir(), "cue-database-"));
  const database = await openLocalDatabase(state, "a-database");
  const { d1 } = database;
  onTestFinished(async () => {
    await database.close();
    rmSync(state, { recursive: true, force: true });
  });
  const namesOf = async (type: string) => {
    const query = d1.prepare("select name from sqlite_master where type = ? order by name").bind(type);
    const { results } = await query.all<{ name: string }>();
    return results.map(({ name }) => name).filter((name) => !name.startsWith("_cf_"));
  };
  return { state, d1, namesOf };
}

describe("migrate", () => {
  test("creates the schema of an empty database once", async () => {
    const { state, d1, namesOf } = await openDatabase();
    expect(await migrate(d1, state)).toBeGreaterThan(0);
    expect(await namesOf("table")).toEqual(expect.arrayContaining(["users", "stages", "person_search"]));
    expect(await namesOf("view")).toContain("search_letters");
    expect(await namesOf("trigger")).toContain("stage_totals_listens_insert");
    expect(await d1.prepare("select count(*) as n from awards").first("n")).toBeGreaterThan(30);
    expect(await migrate(d1, state)).toBe(0);
  }, 30_000);

  test("names the folder to delete if another version made the database, and changes nothing", async () => {
    const { state, d1, namesOf } = await openDatabase();
    await d1.batch([
      d1.prepare("create table d1_migrations (id integer primary key, name text unique)"),
      d1.prepare("insert into d1_migrations (name) values ('0000_first.sql'), ('0001_counts.sql')"),
      d1.prepare("create table users (id text primary key)"),
    ]);
    const refusal = await migrate(d1, state).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StepError);
    expect(String(refusal)).toBe(
      `Error: The data in ${state} was made by another version of Cue and cannot be updated: delete that folder, with the accounts, stages, messages, pictures and keys of this local copy, and start again.`,
    );
    expect(await namesOf("table")).toEqual(["d1_migrations", "users"]);
  }, 30_000);
});
