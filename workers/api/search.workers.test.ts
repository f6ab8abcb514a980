import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { beforeAll, describe, expect, test } from "vitest";
import type { SearchResult } from "#app/domains/outside/search/contract.ts";
import { openDb } from "#db/client.ts";
import { foldLetters } from "#db/full-text.ts";
import { plays, tracks } from "#db/schema/index.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const db = openDb(env.DB);
const ask = (as: Person, search: unknown) => request("/api/search", { as, body: { search } });
const nameOf = (result: SearchResult) =>
  result.kind === "user" ? result.username : result.kind === "track" ? result.title : result.name;
const find = async (as: Person, search: string) =>
  (await answerOf<SearchResult[]>(ask(as, search))).map(nameOf);

/** Creates a track that was played once, at `playedAt` (epoch ms). Returns its id. */
async function makeTrack(artist: string, title: string, playedAt = 1): Promise<string> {
  const id = ulid();
  const key = `${artist}\n${title}`.normalize("NFKC").toLowerCase();
  await db.insert(tracks).values({ id, key, artist, title, createdAt: playedAt });
  await db.insert(plays).values({ id: ulid(), trackId: id, broadcastId: "b", playedAt });
  return id;
}

/** The letters of a Unicode range, including both ends. */
function lettersBetween(first: number, last: number): string[] {
  const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  return all.filter((sign) => /\p{L}/u.test(sign));
}

let reader: Person;
beforeAll(async () => {
  reader = await makePerson({ username: "Reader" });
});

describe("tracks", () => {
  test("are found by prefixes of the words of title and artist, ignoring case and accents", async () => {
    await makeTrack("Beyoncé", "Déjà Vu");
    await makeTrack("Sigur Rós", "Sæglópur");
    await makeTrack("Mo\u0308tley", "Na\u0308rr");
    await makeTrack("Кино", "Группа крови");
    await makeTrack("ＤＡＦＴ", "ﾄﾗｯｸ");
    for (const text of ["deja", "DÉJÀ VU", "vu beyonce", "bey dé"]) {
      expect(await find(reader, text)).toEqual(["Déjà Vu"]);
    }
    expect(await find(reader, "sigur ros")).toEqual(["Sæglópur"]);
    expect(await find(reader, "motley")).toEqual(["Na\u0308rr"]);
    expect(await find(reader, "närr")).toEqual(["Na\u0308rr"]);
    expect(await find(reader, "ГРУППА")).toEqual(["Группа крови"]);
    expect(await find(reader, "daft トラック")).toEqual(["ﾄﾗｯｸ"]);
    expect(await find(reader, "eja")).toEqual([]);
  });

  test("in Greek, Cyrillic and Vietnamese are found with or without accents", async () => {
    await makeTrack("Ελευθερία Αρβανιτάκη", "Δυνατά");
    await makeTrack("Μάνος Χατζιδάκις", "Ὁ ὁδὸς τῶν ὀνείρων");
    await makeTrack("Ёлка", "Прованс");
    await makeTrack("Океан Ельзи", "Обійми її");
    await makeTrack("Đen Vâu", "Đường về nhà");
    for (const text of ["ελευθερια", "ΔΥΝΑΤΑ", "δύνατα", "αρβανιτακη δυν"])
      expect([text, await find(reader, text)]).toEqual([text, ["Δυνατά"]]);
    for (const text of ["ονειρων", "οδος", "ΟΔΟΣ", "όνειρων μανοσ", "χατζιδακις"])
      expect([text, await find(reader, text)]).toEqual([text, ["Ὁ ὁδὸς τῶν ὀνείρων"]]);
    for (const text of ["елка", "ЁЛКА", "е\u0308лка"]) expect(await find(reader, text)).toEqual(["Прованс"]);
    for (const text of ["обіими", "ії", "обійми ії"]) expect(await find(reader, text)).toEqual(["Обійми її"]);
    for (const text of ["duong ve nha", "đường", "den vau", "DUONG"])
      expect([text, await find(reader, text)]).toEqual([text, ["Đường về nhà"]]);
  });

  test("are indexed with the same letter folding as queries", async () => {
    const letters = [
      ...lettersBetween(0xc0, 0x24f),
      ...lettersBetween(0x370, 0x52f),
      ...lettersBetween(0x1e00, 0x1fff),
    ];
    const id = await makeTrack("Every letter", letters.join(""));
    const row = await env.DB.prepare(
      "select title from track_words where id = (select rowid from tracks where tracks.id = ?)",
    )
      .bind(id)
      .first("title");
    expect(row).toBe(foldLetters(letters.join("")));
  });

  test("in scripts without spaces are found by any substring, including single characters", async () => {
    await makeTrack("宇多田ヒカル", "真夏の通り雨");
    await makeTrack("คาราบาว", "กินข้าวหรือยัง");
    await makeTrack("鄧麗君", "月亮代表我的心");
    for (const text of ["雨", "夏の", "通り雨", "ヒカル", "宇多田 雨"]) {
      expect(await find(reader, text)).toEqual(["真夏の通り雨"]);
    }
    for (const text of ["ข้าว", "กิน", "ยัง", "บาว"]) {
      expect(await find(reader, text)).toEqual(["กินข้าวหรือยัง"]);
    }
    for (const text of ["月", "我的", "麗君"]) expect(await find(reader, text)).toEqual(["月亮代表我的心"]);
    expect(await find(reader, "雨夏")).toEqual([]);
  });

  test("are sorted by exact title, then prefix, then last play, up to 20", async () => {
    await makeTrack("Ana", "Deep umbra", 50);
    await makeTrack("Ana", "Umbra rising", 10);
    await makeTrack("Lia", "Umbra falling", 20);
    await makeTrack("Lia", "Umbra", 1);
    expect(await find(reader, "umbra")).toEqual(["Umbra", "Umbra falling", "Umbra rising", "Deep umbra"]);
    for (let count = 0; count < 25; count++) await makeTrack("Many", `Penumbra ${count}`, count);
    const found = await find(reader, "penumbra");
    expect(found).toHaveLength(20);
    expect(found[0]).toBe("Penumbra 24");
  });

  test("are found by their current title until they are deleted", async () => {
    const id = await makeTrack("Ana", "Xylofon");
    await env.DB.prepare("update tracks set title = 'Zither' where id = ?").bind(id).run();
    expect(await find(reader, "zither")).toEqual(["Zither"]);
    await env.DB.prepare("update tracks set key = 'ana zither' where id = ?").bind(id).run();
    expect(await find(reader, "xylofon")).toEqual([]);
    await env.DB.prepare("delete from tracks where id = ?").bind(id).run();
    expect(await find(reader, "zither")).toEqual([]);
    // Throws if the index contains what the table does not.
    await env.DB.prepare("insert into track_search (track_search, rank) values ('integrity-check', 1)").run();
  });
});

describe("users", () => {
  test("in Greek and Cyrillic are found without accents, also after a rename", async () => {
    const person = await makePerson({ username: "Νυχτερινός Άνεμος" });
    expect(await find(reader, "νυχτερινος ανεμος")).toEqual(["Νυχτερινός Άνεμος"]);
    await env.DB.prepare("update users set username = 'Зелёный', username_key = 'зелёный' where id = ?")
      .bind(person.id)
      .run();
    expect(await find(reader, "зеленыи")).toEqual(["Зелёный"]);
    expect(await find(reader, "ανεμος")).toEqual([]);
    await env.DB.prepare(
      "insert into person_search (person_search, rank) values ('integrity-check', 1)",
    ).run();
  });

  test("are listed before tracks with their type, including oneself and excluding banned users", async () => {
    await makePerformer({ username: "Quokka Star", title: "Pioneer" });
    await makePerson({ username: "Quokka" });
    await makePerson({ username: "Quokka Gone", bannedAt: 1 });
    const self = await makePerson({ username: "Quokka Self" });
    const track = await makeTrack("Quokka", "A song");
    const found = await answerOf<SearchResult[]>(ask(self, "quok"));
    expect(found.map(nameOf)).toEqual(["Quokka", "Quokka Self", "Quokka Star", "A song"]);
    expect(found[2]).toMatchObject({ kind: "user", title: "Pioneer", dj: true });
    expect(found[3]).toEqual({
      kind: "track",
      id: track,
      _id: track,
      title: "A song",
      artist: "Quokka",
      spotify: null,
    });
  });

  test("are found by the name on their profile, their place and their tags, after those with such a username", async () => {
    const tags = ["Dub Techno", "Vinyl only"];
    const person = await makePerformer({ username: "kestrel7", first: "Ørjan", last: "Vestvik", tags });
    await makePerson({ username: "Anna", location: "Tromsø, Norway", tags: ["vestvik"] });
    await makePerson({ username: "Vestvik Radio" });
    expect(await find(reader, "vestvik")).toEqual(["Vestvik Radio", "kestrel7", "Anna"]);
    for (const text of ["orjan vest", "dub tech", "vinyl kestrel"])
      expect([text, await find(reader, text)]).toEqual([text, ["kestrel7"]]);
    expect(await find(reader, "norway tromso")).toEqual(["Anna"]);
    await env.DB.prepare("update users set tags = '[]', first = 'Ida' where id = ?").bind(person.id).run();
    expect(await find(reader, "techno vinyl")).toEqual([]);
    expect(await find(reader, "ida vestvik")).toEqual(["kestrel7"]);
    await env.DB.prepare("delete from users where id = ?").bind(person.id).run();
    expect(await find(reader, "ida vestvik")).toEqual([]);
    await env.DB.prepare(
      "insert into person_search (person_search, rank) values ('integrity-check', 1)",
    ).run();
  });

  test("to choose from are found by their names only", async () => {
    const person = await makePerformer({ username: "osprey", first: "Mara", location: "Skagen" });
    const choose = async (text: string) =>
      (
        await answerOf<{ id: string }[]>(request("/api/users/search", { as: reader, body: { user: text } }))
      ).map(({ id }) => id);
    expect(await choose("mara")).toEqual([person.id]);
    expect(await choose("skagen")).toEqual([]);
    expect(await find(reader, "skagen")).toEqual(["osprey"]);
  });

  test("are not found by users on either side of a block", async () => {
    const [one, other] = await Promise.all([
      makePerson({ username: "Numbat One" }),
      makePerson({ username: "Numbat Other" }),
    ]);
    await answerOf(request("/api/users/blockUser", { as: one, body: { block: other.id } }));
    expect(await find(one, "numbat")).toEqual(["Numbat One"]);
    expect(await find(other, "numbat")).toEqual(["Numbat Other"]);
  });
});

test("an empty query finds nothing, and operators of the index language are literal", async () => {
  for (const text of ["", "   ", '"', "*", "^", "🎧", "()", "NEAR("])
    expect(await find(reader, text)).toEqual([]);
  await makeTrack("Near", "Or and not");
  for (const text of ["near OR", "NOT and", '"or"', "title: and", "and* -or", "near(or, 2)"]) {
    const found = await ask(reader, text);
    expect([text, found.status]).toEqual([text, 200]);
  }
  expect(await find(reader, "NOT")).toEqual(["Or and not"]);
});

test("hostile texts are searched for literally", async () => {
  // One person searches 120 times a minute at most.
  const askers = await Promise.all(
    Array.from({ length: Math.ceil(hostileTexts.length / 100) }, () => makePerson()),
  );
  for (const [index, { given: text }] of hostileTexts.entries()) {
    const { status } = await ask(askers[Math.floor(index / 100)] ?? reader, text.slice(0, 100));
    expect([text, status]).toEqual([text, 200]);
  }
});

test("an invalid or too long query is refused, and so is a caller who is signed out", async () => {
  for (const search of [undefined, null, 7, ["x"], {}, "x".repeat(101)]) {
    expect(await refusalOf(ask(reader, search))).toBe("bad-input");
  }
  expect(await refusalOf(request("/api/search", { body: { search: "x" } }))).toBe("authorization");
});

test("searches are limited to 120 a minute, including searches for users only", async () => {
  const busy = await makePerson();
  const lookups = Array.from({ length: 120 }, (_, index) =>
    index % 2 === 0
      ? ask(busy, "umbra")
      : request("/api/users/search", { as: busy, body: { user: "quokka" } }),
  );
  for (const lookup of await Promise.all(lookups)) expect(lookup.status).toBe(200);
  expect(await refusalOf(ask(busy, "umbra"))).toBe("rate-limited");
});
