import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makePerson } from "#tests/helpers/people.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { batchUnless } from "./batch-unless.ts";
import { openDb } from "./client.ts";
import { stageRoles } from "./schema/index.ts";

const db = openDb(env.DB);

test("writes that arrive together pass no limit, and of those that are stopped nothing is stored", async () => {
  const stage = await makeStage(await makePerson({ isManager: true }));
  const ofStage = eq(stageRoles.stageId, stage.id);
  const add = (name: string) =>
    batchUnless(db, sql`${db.$count(stageRoles, ofStage)} + 2 > 5`, [
      db.insert(stageRoles).values({ id: `${stage.id}-${name}`, stageId: stage.id, name, createdAt: 1 }),
      db.insert(stageRoles).values({ id: `${stage.id}-${name}+`, stageId: stage.id, name, createdAt: 1 }),
    ]);
  const added = await Promise.all(["a", "b", "c", "d", "e"].map(add));
  expect(added.filter(Boolean)).toHaveLength(2);
  expect(await db.$count(stageRoles, ofStage)).toBe(4);
});

test("any other error is the caller's", async () => {
  const broken = db.insert(stageRoles).values({ id: "x", stageId: "no stage", name: "x", createdAt: 1 });
  await expect(batchUnless(db, sql`false`, [broken])).rejects.toThrow();
});
