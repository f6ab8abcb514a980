/** Stages, sets and genres: what `search` finds besides users and songs on request. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { openGenre } from "#app/domains/air/stages/find.server.ts";
import type { SearchKind, SearchResult } from "#app/domains/outside/search/contract.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";

const hour = 3_600_000;
const ask = (as: Person, search: string, kinds?: unknown) =>
  request("/api/search", { as, body: { search, kinds } });
const find = async (as: Person, search: string, ...kinds: SearchKind[]) =>
  (await answerOf<SearchResult[]>(ask(as, search, kinds))).map((result) =>
    "name" in result ? result.name : result.id,
  );
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

let reader: Person;
let stageId: string;
beforeAll(async () => {
  reader = await makePerson({ username: "Reader" });
  stageId = await newStage("The Basalt Room", "Techno, Ambient");
});

let made = 0;
async function newStage(name: string, genre = ""): Promise<string> {
  const id = `stage-${made++}`;
  await run(
    "insert into stages (id, name, genre, stream_id, created_at) values (?1, ?2, ?3, ?1, 1)",
    id,
    name,
    genre,
  );
  return id;
}

let booked = 0;
/** A set of an hour; sets of other performers at the same time are on another stage. */
async function newSet(
  name: string,
  performer: Person,
  startsInMs: number,
  facts: { status?: string; isPlayed?: boolean } = {},
): Promise<string> {
  const id = `set-${booked++}`;
  const start = Date.now() + startsInMs;
  const { status = "accepted", isPlayed = false } = facts;
  await run(
    `insert into sets (id, stage_id, performer_id, name, starts_at, ends_at, status, created_at)
      values (?, ?, ?, ?, ?, ?, ?, 1)`,
    id,
    stageId,
    performer.id,
    name,
    start,
    start + hour,
    status,
  );
  if (isPlayed) {
    await run(
      "insert into broadcasts (id, stream_id, stage_id, set_id, started_at) values (?, 's', ?, ?, ?)",
      `b-${id}`,
      stageId,
      id,
      start,
    );
  }
  return id;
}

test("a search without kinds returns only users and tracks", async () => {
  await makePerson({ username: "Basalt Bo" });
  const found = await answerOf<SearchResult[]>(
    request("/api/search", { as: reader, body: { search: "basalt" } }),
  );
  expect(found.map(({ kind }) => kind)).toEqual(["user"]);
  expect(await find(reader, "basalt", "user", "stage")).toEqual([expect.any(String), "The Basalt Room"]);
  for (const kinds of [[], ["room"], "stage", Array(6).fill("stage")]) {
    expect(await refusalOf(ask(reader, "basalt", kinds))).toBe("bad-input");
  }
});

describe("stages", () => {
  test("are found by their current name and genre until they are deleted", async () => {
    const id = await newStage("Kólga", "Électro Swing");
    for (const text of ["kolga", "KÓL", "electro", "swing kol"])
      expect(await find(reader, text, "stage")).toEqual(["Kólga"]);
    const [found] = await answerOf<SearchResult[]>(ask(reader, "kolga", ["stage"]));
    expect(found).toMatchObject({ kind: "stage", id, genre: "Électro Swing", online: false, listenCount: 0 });
    await run("update stages set name = 'Zephyrine', genre = '' where id = ?", id);
    expect(await find(reader, "kolga", "stage")).toEqual([]);
    expect(await find(reader, "electro", "stage", "genre")).toEqual([]);
    expect(await find(reader, "zeph", "stage")).toEqual(["Zephyrine"]);
    await run("delete from stages where id = ?", id);
    expect(await find(reader, "zeph", "stage")).toEqual([]);
    await run("insert into stage_search (stage_search, rank) values ('integrity-check', 1)");
  });

  test("are sorted by exact name, then prefix, then others, up to 20", async () => {
    for (const name of ["Club Marlin", "Marlin House", "Marlin"]) await newStage(name);
    expect(await find(reader, "marlin", "stage")).toEqual(["Marlin", "Marlin House", "Club Marlin"]);
    for (let count = 0; count < 22; count++) await newStage(`Wharf ${count}`);
    expect(await find(reader, "wharf", "stage")).toHaveLength(20);
  });
});

describe("genres", () => {
  test("are grouped across spellings with the number of their stages", async () => {
    await newStage("One", "Dub techno / Deep House");
    await newStage("Two", "deep  house");
    await newStage("Three", "Warehouse; DEEP-HOUSE");
    expect(await answerOf(ask(reader, "house", ["genre"]))).toEqual([
      {
        kind: "genre",
        id: "deep-house",
        _id: "deep-house",
        name: expect.stringMatching(/^deep/i),
        stageCount: 3,
      },
    ]);
    expect(await find(reader, "tech", "genre")).toEqual(["Dub techno", "Techno"]);
  });
});

describe("sets", () => {
  test("are found by their tags", async () => {
    const cleo = await makePerformer({ username: "Cleo" });
    const id = await newSet("First light", cleo, hour);
    await run("update sets set tags = ? where id = ?", JSON.stringify(["Gamelan", "slow disco"]), id);
    for (const text of ["gamelan", "disco slow", "light game"])
      expect([text, await find(reader, text, "set")]).toEqual([text, ["First light"]]);
    await run("insert into set_search (set_search, rank) values ('integrity-check', 1)");
  });

  test("are found if they are upcoming or were on air, not if cancelled or missed", async () => {
    const ada = await makePerformer({ username: "Ada" });
    await newSet("Glacier missed", ada, -5 * hour);
    await newSet("Glacier cancelled", ada, 5 * hour, { status: "cancelled" });
    await newSet("Glacier played", ada, -9 * hour, { isPlayed: true });
    await newSet("Late glacier", ada, 2 * hour);
    await newSet("Glacier later", ada, 20 * hour);
    await newSet("Glacier soon", ada, hour);
    expect(await find(reader, "glacier", "set")).toEqual([
      "Glacier soon",
      "Glacier later",
      "Glacier played",
      "Late glacier",
    ]);
    const [found] = await answerOf<SearchResult[]>(ask(reader, "glacier soon", ["set"]));
    expect(found).toMatchObject({
      kind: "set",
      name: "Glacier soon",
      room: { id: stageId },
      user: { id: ada.id },
      // Of its stage, not of the clock alone.
      state: { name: "booked" },
    });
    expect(found).not.toHaveProperty("peakListeners");
  });

  test("of a weekly series are one result, the nearest upcoming one", async () => {
    const ada = await makePerformer();
    const week = 168 * hour;
    await newSet("Moraine", ada, -week, { isPlayed: true });
    const ids = [];
    for (let n = 1; n < 5; n++) ids.push(await newSet("Moraine", ada, n * week));
    const found = await answerOf<SearchResult[]>(ask(reader, "moraine", ["set"]));
    expect(found.map((result) => "id" in result && result.id)).toEqual([ids[0]]);
  });

  test("of performers who are banned or on either side of a block are not found", async () => {
    const [performer, listener] = await Promise.all([makePerformer(), makePerson()]);
    await newSet("Serac", performer, hour);
    expect(await find(listener, "serac", "set")).toEqual(["Serac"]);
    await answerOf(request("/api/users/blockUser", { as: listener, body: { block: performer.id } }));
    expect(await find(listener, "serac", "set")).toEqual([]);
    await run("delete from blocks");
    await answerOf(request("/api/users/blockUser", { as: performer, body: { block: listener.id } }));
    expect(await find(listener, "serac", "set")).toEqual([]);
    expect(await find(reader, "serac", "set")).toEqual(["Serac"]);
    await run("update users set banned_at = 1 where id = ?", performer.id);
    expect(await find(reader, "serac", "set")).toEqual([]);
  });

  test("are removed from the index with their stage or performer", async () => {
    const performer = await makePerformer();
    const kept = stageId;
    stageId = await newStage("Short-lived");
    await newSet("Corrie one", performer, hour);
    stageId = kept;
    await newSet("Corrie two", performer, 30 * hour);
    await run("delete from stages where name = 'Short-lived'");
    expect(await find(reader, "corrie", "set")).toEqual(["Corrie two"]);
    await run("delete from users where id = ?", performer.id);
    expect(await find(reader, "corrie", "set")).toEqual([]);
    await run("insert into set_search (set_search, rank) values ('integrity-check', 1)");
  });
});

test("any name can be found, and any search text is accepted", async () => {
  for (const { given: text } of hostileTexts) {
    const found = await ask(reader, text.slice(0, 100), ["stage", "set", "genre"]);
    expect([text, found.status]).toEqual([text, 200]);
  }
  await newStage("NEAR OR not", '"house" AND*');
  expect(await find(reader, "or near", "stage")).toEqual(["NEAR OR not"]);
  for (const none of ["", " ", "*", '"', "🎧"])
    expect(await find(reader, none, "stage", "set", "genre")).toEqual([]);
});

test("the page of a genre lists exactly its stages, and an unused genre has no page", async () => {
  await newStage("Reef A", "Coral Pop");
  await newStage("Reef B", "Jazz, coral-pop");
  await newStage("Reef C", "Coral Pop Punk");
  const ctx = createAppContext(new Request("http://localhost:8787/genres/coral-pop"), env, null);
  const { genre, stages } = await openGenre(ctx, { genre: "coral-pop" });
  expect(genre.key).toBe("coral-pop");
  expect(stages.map(({ name }) => name)).toEqual(["Reef A", "Reef B"]);
  for (const none of ["nothing", '"', "🎧", "coral", "pop"]) {
    await expect(openGenre(ctx, { genre: none })).rejects.toMatchObject({ code: "not-found" });
  }
});

test("an archived or deleted stage is not found, nor its genre", async () => {
  const id = await newStage("Obsidian Vault", "Dungeon Synth");
  const found = () => Promise.all([find(reader, "obsidian", "stage"), find(reader, "dungeon", "genre")]);
  expect(await found()).toEqual([["Obsidian Vault"], ["Dungeon Synth"]]);
  for (const column of ["archived_at", "deleted_at"]) {
    await run(`update stages set ${column} = 1 where id = ?`, id);
    expect(await found()).toEqual([[], []]);
    await run(`update stages set ${column} = null where id = ?`, id);
  }
});
