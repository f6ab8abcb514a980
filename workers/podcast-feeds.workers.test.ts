/** Feeds as podcast apps read them: RSS 2.0 with the elements of Apple and of the podcast namespace. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, plays, replays, sets, stages, tracks, users } from "#db/schema/index.ts";
import { LobbyShard } from "#durable-objects/lobby-shard/lobby-shard.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { type MadeReplay, makePlayedSet, makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";
import { childOf, childrenOf, readXml, type XmlNode } from "#tests/helpers/xml-tree.ts";

const origin = "http://localhost:8787";
const db = openDb(env.DB);
let manager: Person;
let dj: Person;
let stage: { id: string; customUrl: string | null };
let setId: string;
let replay: MadeReplay;

beforeAll(async () => {
  manager = await makePerson({ isManager: true });
  dj = await makePerformer({ username: "Ana & <Bê>" });
  stage = await makeStage(manager, { name: 'The "Vault" & <Cellar>' });
  await db.update(stages).set({ genre: "Dub" }).where(eq(stages.id, stage.id));
  setId = await makePlayedSet({ stageId: stage.id, performerId: dj.id });
  const description = "First line & <b>bold</b>\nSecond ]]> line";
  await db.update(sets).set({ name: 'Late <bus> & "co"', description }).where(eq(sets.id, setId));
  replay = await makeReplay({ stageId: stage.id, performerId: dj.id, setId });
});

async function readFeed(path: string): Promise<XmlNode> {
  const response = await request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  return childOf(readXml(await response.text()), "channel");
}

const textOf = (node: XmlNode, name: string) => childOf(node, name).text;
const feedOf = (person: Person) => `/feed/performer/${person.id}.xml`;
const episodesIn = (channel: XmlNode) =>
  childrenOf(channel, "item").filter((item) => childrenOf(item, "enclosure").length > 0);

test("the channel has what podcast apps require", async () => {
  const response = await request(feedOf(dj));
  const root = readXml(await response.text());
  expect(root).toMatchObject({
    name: "rss",
    attributes: {
      version: "2.0",
      "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
      "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
    },
  });
  const channel = childOf(root, "channel");
  expect(textOf(channel, "title")).toBe("Ana & <\u2060Bê> · Cue");
  expect(textOf(channel, "link")).toBe(`${origin}/profile/${dj.id}`);
  expect(textOf(channel, "language")).toBe("en");
  expect(textOf(channel, "itunes:author")).toBe("Ana & <\u2060Bê>");
  expect(textOf(channel, "itunes:explicit")).toBe("false");
  expect(childOf(channel, "itunes:category").attributes).toEqual({ text: "Music" });
  const image = childOf(channel, "itunes:image").attributes.href ?? "";
  expect(image).toMatch(/\.(jpg|png)$/);
  expect(textOf(childOf(channel, "image"), "url")).toBe(image);
  const description = textOf(channel, "description");
  expect(description).not.toBe("");
  expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4_000);
  expect(textOf(channel, "podcast:guid")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(childOf(channel, "atom:link").attributes).toEqual({
    href: origin + feedOf(dj),
    rel: "self",
    type: "application/rss+xml",
  });
});

test("the feed is the same by id, username, custom URL, and for everyone", async () => {
  const byId = await (await request(feedOf(dj))).text();
  const byName = `/feed/performer/${encodeURIComponent(dj.username)}.xml`;
  expect(await (await request(byName)).text()).toBe(byId);
  expect(await (await request(feedOf(dj), { cookie: dj })).text()).toBe(byId);
  const ofStage = await (await request(`/feed/stage/${stage.id}.xml`)).text();
  expect(await (await request(`/feed/stage/${stage.customUrl}.xml`)).text()).toBe(ofStage);
  for (const none of ["performer/nobody", "stage/nothing"]) {
    expect((await request(`/feed/${none}.xml`)).status).toBe(404);
  }
});

test("an episode is the MP3 file with its exact length, chapters and tracklist", async () => {
  const { playId, trackId } = await makePlay({ stageId: stage.id, performerId: dj.id, setId });
  await db
    .update(plays)
    .set({ playedAt: replay.index.startedAt + 30_000 })
    .where(eq(plays.id, playId));
  await db.update(tracks).set({ artist: "A & B", title: "<One>" }).where(eq(tracks.id, trackId));
  for (const path of [feedOf(dj), `/feed/stage/${stage.id}.xml`]) {
    const [item, ...more] = episodesIn(await readFeed(path));
    if (item === undefined) throw new Error("no episode");
    expect(more).toEqual([]);
    expect(textOf(item, "title")).toBe(
      'Late <\u2060bus> & "co" · Ana & <\u2060Bê> on The "Vault" & <\u2060Cellar>',
    );
    expect(textOf(item, "link")).toBe(`${origin}/replay/${replay.id}`);
    expect(childOf(item, "guid")).toMatchObject({
      text: `${origin}/djs/sets/${setId}`,
      attributes: { isPermaLink: "false" },
    });
    expect(textOf(item, "pubDate")).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(textOf(item, "itunes:duration")).toBe("45");
    expect(textOf(item, "category")).toBe("Dub");
    expect(textOf(item, "description")).toBe(
      "First line &amp; &lt;\u2060b&gt;bold&lt;\u2060/\u2060b&gt;<br>\nSecond ]]&gt; line<br>\n<br>\n0:30 A &amp; B – &lt;\u2060One&gt;",
    );
    expect(childOf(item, "podcast:chapters").attributes).toEqual({
      url: `${origin}/replay/${replay.id}.chapters.json`,
      type: "application/json+chapters",
    });
    const { url = "", length, type } = childOf(item, "enclosure").attributes;
    expect(url).toBe(`${origin}/replay/${replay.id}.mp3`);
    const head = await request(url.slice(origin.length), { method: "HEAD" });
    expect(head.headers.get("accept-ranges")).toBe("bytes");
    expect({ length, type }).toEqual({
      length: head.headers.get("content-length"),
      type: head.headers.get("content-type"),
    });
    const chapters = await request(`/replay/${replay.id}.chapters.json`);
    expect(chapters.headers.get("content-type")).toContain("application/json+chapters");
    expect(chapters.headers.get("access-control-allow-origin")).toBe("*");
    expect(await chapters.json()).toMatchObject({ chapters: [{ startTime: 0 }, { startTime: 30 }] });
  }
});

test("a performance without a set is an episode too, and a set keeps its guid when it becomes one", async () => {
  const ada = await makePerformer();
  const alone = await makeReplay({ performerId: ada.id });
  const played = await makePlayedSet({ stageId: stage.id, performerId: ada.id }, Date.now() - 90_000_000);
  await db.insert(broadcasts).values({
    id: `broadcast-${played}`,
    streamId: "stream",
    stageId: stage.id,
    performerId: ada.id,
    setId: played,
    startedAt: Date.now() - 90_000_000,
    endedAt: Date.now() - 86_400_000,
  });
  const items = async () =>
    childrenOf(await readFeed(feedOf(ada)), "item").map((item) => ({
      guid: textOf(item, "guid"),
      sounds: childrenOf(item, "enclosure").length,
    }));
  const ofReplay = { guid: `${origin}/replay/${alone.id}`, sounds: 1 };
  const guid = `${origin}/djs/sets/${played}`;
  expect(await items()).toEqual([ofReplay, { guid, sounds: 0 }]);
  await makeReplay({ stageId: stage.id, performerId: ada.id, setId: played });
  expect(await items()).toEqual([ofReplay, { guid, sounds: 1 }]);
});

test("only what everyone may hear, is complete and was let into feeds is an episode", async () => {
  const silent = await makePerformer();
  const own = { performerId: silent.id };
  const made = [
    await makeReplay({ ...own, visibility: "me" }),
    await makeReplay({ ...own, visibility: "never" }),
    await makeReplay({ ...own, visibility: "day", startedAt: Date.now() - 25 * 3_600_000 }),
    await makeReplay({ ...own, isInFeed: false }),
    await makeReplay({ ...own, status: "recording", endedAt: null }),
    await makeReplay({ ...own, status: "deleted" }),
    await makeReplay({ ...own }, { chunks: [] }),
  ];
  const keepless = await makeStage(manager, { name: "Keeps Nothing" });
  await db.update(stages).set({ keepsReplays: false }).where(eq(stages.id, keepless.id));
  made.push(await makeReplay({ ...own, stageId: keepless.id }));
  const day = await makeReplay({ ...own, visibility: "day" });
  for (const path of [feedOf(silent), `/feed/stage/${keepless.id}.xml`]) {
    for (const options of [{}, { cookie: silent }]) {
      const text = await (await request(path, options)).text();
      for (const { id } of made) expect(text).not.toContain(id);
    }
  }
  const shown = async () => episodesIn(await readFeed(feedOf(silent))).map((item) => textOf(item, "link"));
  expect(await shown()).toEqual([`${origin}/replay/${day.id}`]);

  await answerOf(request("/api/replays/update", { as: silent, body: { replay: day.id, feed: false } }));
  expect(await shown()).toEqual([]);
  await db.update(replays).set({ isInFeed: true }).where(eq(replays.id, day.id));
  await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, silent.id));
  expect((await request(feedOf(silent))).status).toBe(404);
});

test("a long tracklist ends with the last line that fits", async () => {
  const long = await makePerformer();
  const set = await makePlayedSet({ stageId: stage.id, performerId: long.id });
  const { index } = await makeReplay({ stageId: stage.id, performerId: long.id, setId: set });
  for (let number = 0; number < 40; number++) {
    const { playId, trackId } = await makePlay({ stageId: stage.id, performerId: long.id, setId: set });
    await db
      .update(plays)
      .set({ playedAt: index.startedAt + number * 1_000 })
      .where(eq(plays.id, playId));
    await db
      .update(tracks)
      .set({ title: `Nº${number} ${"ü&".repeat(60)}` })
      .where(eq(tracks.id, trackId));
  }
  const [item] = episodesIn(await readFeed(feedOf(long)));
  const description = item ? textOf(item, "description") : "";
  expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4_000);
  expect(description).toMatch(/^0:00 Ana – Nº0 (ü&amp;){60}<br>\n/);
  expect(description).toMatch(/Nº\d+ (ü&amp;){60}$/);
});

test("what is on air and booked are live items, and a set keeps its guid when it goes on air", async () => {
  const live = await makePerformer();
  const hall = await makeStage(manager, { name: "Hall" });
  await makeSet(hall, live, 3_600_000);
  await makeSet(hall, live, 9 * 3_600_000);
  const input = { as: live, body: { room: hall.id } };
  const [first, second] = await answerOf<[SetView, SetView]>(request("/api/rooms/getLineup", input));
  const read = async (path: string) =>
    childrenOf(await readFeed(path), "podcast:liveItem").map((item) => {
      expect(childOf(item, "podcast:contentLink").attributes.href).toMatch(/^http/);
      expect(childOf(item, "enclosure").attributes.type).toBe("audio/mpeg");
      const alternative = childOf(item, "podcast:alternateEnclosure");
      expect(alternative.attributes.type).toBe("audio/ogg");
      expect(childOf(alternative, "podcast:source").attributes.uri).toMatch(/\.ogg$/);
      const { status, start } = item.attributes;
      const sound = childOf(item, "enclosure").attributes.url;
      return { status, start, guid: textOf(item, "guid"), sound };
    });
  const item = (set: typeof first, status: string) => ({
    status,
    start: new Date(set.startTime).toISOString(),
    guid: `live-${set.id}`,
    sound: `${origin}/live/${hall.id}.mp3`,
  });
  const path = `/feed/stage/${hall.id}.xml`;
  // Without any sound it is no podcast.
  expect(await read(path)).toEqual([]);
  expect(childrenOf(await readFeed(path), "itunes:image")).toEqual([]);
  await makeReplay({ stageId: hall.id, performerId: live.id });
  expect(await read(path)).toEqual([item(first, "pending"), item(second, "pending")]);
  // Simple apps take whatever has an enclosure for an episode.
  const names = (await readFeed(path)).children.map(({ name }) => name);
  expect(names.indexOf("podcast:liveItem")).toBeGreaterThan(names.lastIndexOf("item"));

  const person = { id: live.id, _id: live.id, username: live.username, profile: null };
  const startTime = Date.now();
  const currentUrl = "/live/some-stream";
  const onAir = {
    ...offAir,
    status: "live" as const,
    online: true,
    startTime,
    currentUrl,
    currentDj: person,
  };
  const spy = vi.spyOn(LobbyShard.prototype, "live");
  spy.mockResolvedValue([{ kind: "stage", id: hall.id, onAir: { ...onAir, currentSet: first } }]);
  expect(await read(path)).toEqual([
    { ...item(first, "live"), start: new Date(startTime).toISOString() },
    item(second, "pending"),
  ]);
  spy.mockResolvedValue([{ kind: "profile", id: live.id, onAir }]);
  const [own] = await read(feedOf(live));
  expect(own).toEqual({
    status: "live",
    start: new Date(startTime).toISOString(),
    guid: `live-profile-${live.id}-${startTime}`,
    sound: `${origin}/live/some-stream.mp3`,
  });
  spy.mockRestore();
});

test("a copy that is current is not sent again", async () => {
  const response = await request(feedOf(dj));
  await response.text();
  const etag = response.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  const again = await request(feedOf(dj), { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  expect(again.headers.get("etag")).toBe(etag);
  expect(again.headers.get("cache-control")).toBe("no-cache");
  const head = await request(feedOf(dj), { method: "HEAD" });
  expect(head.status).toBe(200);
  await makeReplay({ performerId: dj.id });
  const changed = await request(feedOf(dj), { headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
  await changed.text();
});
