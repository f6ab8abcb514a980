import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { findStage } from "./queries/stages.ts";

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** Returns the totals in a stage's row, and the counts of its rows. */
async function totalsOf(stageId: string) {
  const row = await findStage(openDb(env.DB), stageId);
  const counted = await env.DB.prepare(
    `select (select count(*) from listens where stage_id = ?1) as listenCount,
      (select count(*) from stage_subscriptions where stage_id = ?1) as subscriberCount,
      (select count(*) from favorites where stage_id = ?1) as favoriteCount,
      (select count(*) from cheers where stage_id = ?1) as cheerCount,
      (select count(distinct set_id) from broadcasts where stage_id = ?1) as setCount`,
  )
    .bind(stageId)
    .first();
  const { listenCount, subscriberCount, favoriteCount, cheerCount, setCount } = row ?? {};
  return { said: { listenCount, subscriberCount, favoriteCount, cheerCount, setCount }, counted };
}

test("the totals of a stage match the number of its rows after inserts, moves and deletes", async () => {
  const [manager, performer, listener] = await Promise.all([makePerson(), makePerformer(), makePerson()]);
  const [stage, other] = await Promise.all([makeStage(manager), makeStage(manager)]);
  const sets = [await makeSet(stage, performer, 3_600_000), await makeSet(stage, performer, 7_200_000)];
  const broadcast = (id: string, stageId: string | null, setId: string | null) =>
    run(
      "insert into broadcasts (id, stream_id, stage_id, set_id, started_at) values (?, 's', ?, ?, 1)",
      id,
      stageId,
      setId,
    );
  const steps: (() => Promise<unknown>)[] = [];
  for (const [n, stageId] of [stage.id, stage.id, stage.id, other.id, null].entries()) {
    const listen = () =>
      run(
        "insert or ignore into listens (performance, listener, stage_id, listened_at) values ('p', ?, ?, 1)",
        `l${n}`,
        stageId,
      );
    const cheer = () =>
      run(
        "insert into cheers (id, user_id, stage_id, cheered_at) values (?, ?, ?, 1)",
        `c${n}`,
        listener.id,
        stageId,
      );
    const favorite = () =>
      run(
        "insert into favorites (user_id, track_id, stage_id, created_at) values (?, ?, ?, 1)",
        listener.id,
        `t${n}`,
        stageId,
      );
    // A returning listener counts once.
    steps.push(listen, listen, cheer, favorite);
  }
  steps.push(
    () => run("insert into stage_subscriptions values (?, ?, 1, 1)", stage.id, listener.id),
    // An interrupted set counts once.
    () => broadcast("b1", stage.id, sets[0]?.id ?? null),
    () => broadcast("b2", stage.id, sets[0]?.id ?? null),
    () => broadcast("b3", stage.id, sets[1]?.id ?? null),
    () => broadcast("b4", stage.id, null),
    () => run("delete from broadcasts where id = 'b2'"),
    () => run("update broadcasts set stage_id = ? where id = 'b3'", other.id),
    () => run("update favorites set stage_id = ? where track_id = 't1'", other.id),
    () => run("update favorites set stage_id = null where track_id = 't0'"),
    () => run("delete from listens where listener = 'l2'"),
  );
  for (const step of steps) {
    await step();
    for (const { id } of [stage, other]) {
      const { said, counted } = await totalsOf(id);
      expect(said).toEqual(counted);
    }
  }
  expect((await totalsOf(stage.id)).said).toEqual({
    listenCount: 2,
    subscriberCount: 1,
    favoriteCount: 1,
    cheerCount: 3,
    setCount: 1,
  });

  // Deleting the accounts deletes their rows by foreign keys.
  for (const { id } of [listener, performer]) {
    await run("delete from users where id = ?", id);
    const { said, counted } = await totalsOf(stage.id);
    expect(said).toEqual(counted);
  }
  expect((await totalsOf(stage.id)).said).toMatchObject({ subscriberCount: 0, cheerCount: 0, setCount: 0 });
});
