import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { opusEnd, opusHead } from "#app/domains/air/replays/opus-pages.ts";
import { chunkKey } from "#app/domains/air/replays/tape-index.ts";
import { Tape } from "#durable-objects/tape/tape.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { joinChunks, joined, type MadeReplay, makePlayedSet, makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeStage } from "#tests/helpers/stages.ts";
import { isSweep } from "#tests/helpers/sweep.ts";

let dj: Person;
let stageId: string;
let setId: string;
let replay: MadeReplay;

beforeAll(async () => {
  dj = await makePerformer({ username: "Žižek of the bus" });
  stageId = (await makeStage(await makePerson({ isManager: true }), { name: "The Vault" })).id;
  setId = await makePlayedSet({ stageId, performerId: dj.id });
  replay = await makeReplay({ stageId, performerId: dj.id, setId });
});

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
/** Byte by byte, which takes an assertion on arrays of this length seconds. */
const expectSame = (bytes: Uint8Array, expected: Uint8Array) =>
  expect(Buffer.compare(bytes, expected), "the bytes are the same").toBe(0);
const get = (path: string, headers: Record<string, string> = {}) => request(path, { headers });

test("the Opus file is the head, the chunks and the end page", async () => {
  const response = await get(`/replay/${replay.id}.opus`);
  const { index, opus } = replay;
  expect(response.status).toBe(200);
  expectSame(await bytesOf(response), joined([opusHead(index), opus, opusEnd(index)]));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/ogg",
    "accept-ranges": "bytes",
    "access-control-allow-origin": "*",
    "cache-control": expect.stringContaining("private, no-cache"),
    etag: expect.stringMatching(/^"7-\d+-[\w-]+"$/),
    "content-length": String(opusHead(index).byteLength + opus.byteLength + opusEnd(index).byteLength),
  });
  expect(response.headers.get("content-encoding")).toBeNull();
});

test("the MP3 file is a tag and the chunks", async () => {
  const response = await get(`/replay/${replay.id}.mp3`);
  const bytes = await bytesOf(response);
  expect(response.headers.get("content-type")).toBe("audio/mpeg");
  const tag = bytes.subarray(0, bytes.byteLength - replay.mp3.byteLength);
  expectSame(bytes.subarray(tag.byteLength), replay.mp3);
  const text = new TextDecoder().decode(tag);
  for (const part of ["ID3", "Late bus", "Žižek of the bus", "The Vault", "CTOC", "CHAP"])
    expect(text).toContain(part);
});

test("HEAD tells the exact length, and sends nothing", async () => {
  for (const file of ["opus", "mp3"]) {
    const whole = (await bytesOf(await get(`/replay/${replay.id}.${file}`))).byteLength;
    const head = await request(`/replay/${replay.id}.${file}`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(whole));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  }
});

/** Every form of a range of both files comes in thirty. */
const ranges = isSweep ? 1_000 : 60;

test("random ranges are what they are of the whole file", { timeout: 300_000 }, async () => {
  // The same sound in chunks, and with two of them joined.
  const half = await makeReplay({ performerId: dj.id });
  await joinChunks(half, 2);
  const files = await Promise.all(
    [replay, half].map(async ({ id, index, opus }) => {
      const whole = await bytesOf(await get(`/replay/${id}.opus`));
      expectSame(whole, joined([opusHead(index), opus, opusEnd(index)]));
      return { path: `/replay/${id}.opus`, whole };
    }),
  );
  const size = files[0]?.whole.byteLength ?? 0;
  const random = (below: number) => Math.floor(Math.random() * below);
  const ask = async (number: number) => {
    const { path, whole } = files[number % 2] as (typeof files)[number];
    const [a, b] = [random(size), random(size)];
    const [from, last] = number % 5 === 0 ? [a, a + random(50)] : [Math.min(a, b), Math.max(a, b)];
    const suffix = 1 + random(size);
    const [header, start, end] =
      number % 3 === 0
        ? [`bytes=-${suffix}`, size - suffix, size]
        : number % 3 === 1
          ? [`bytes=${from}-`, from, size]
          : [`bytes=${from}-${last}`, from, Math.min(last + 1, size)];
    const response = await get(path, { range: header });
    const bytes = await bytesOf(response);
    const isRight =
      response.status === 206 &&
      response.headers.get("content-range") === `bytes ${start}-${end - 1}/${size}` &&
      response.headers.get("content-length") === String(end - start) &&
      Buffer.compare(bytes, whole.subarray(start, end)) === 0;
    return isRight ? [] : [`${header}: ${response.status} ${bytes.byteLength} bytes`];
  };
  const wrong: string[] = [];
  for (let from = 0; from < ranges; from += 10)
    wrong.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => ask(from + i)))).flat());
  expect(wrong).toEqual([]);
});

test("ranges that cannot be served are refused, others are ignored", async () => {
  const path = `/replay/${replay.id}.opus`;
  const { etag, "content-length": size } = Object.fromEntries(
    (await request(path, { method: "HEAD" })).headers,
  );
  const beyond = await get(path, { range: `bytes=${size}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe(`bytes */${size}`);
  for (const range of ["bytes=5-1", "bytes=0-1,5-6", "pages=1-2", "bytes=x"])
    expect((await get(path, { range })).status).toBe(200);
  expect((await bytesOf(await get(path, { range: "bytes=0-1" }))).byteLength).toBe(2);
  expect((await get(path, { range: "bytes=0-1", "if-range": etag ?? "" })).status).toBe(206);
  expect((await get(path, { range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  expect((await get(path, { "if-none-match": etag ?? "" })).status).toBe(304);
  expect((await get(path, { "if-match": etag ?? "", range: "bytes=0-1" })).status).toBe(206);
  const changed = await get(path, { "if-match": '"another"', range: "bytes=0-1" });
  expect(changed.status).toBe(412);
  expect(changed.headers.get("etag")).toBe(etag);
  // Only GET has ranges.
  for (const range of ["bytes=0-1", `bytes=${size}-`]) {
    const head = await request(path, { method: "HEAD", headers: { range } });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(size));
    expect(head.headers.has("content-range")).toBe(false);
  }
});

test("the set's id leads to the same files", async () => {
  for (const extension of ["opus", "mp3", "json", "chapters.json"]) {
    const [own, ofSet] = await Promise.all([
      get(`/replay/${replay.id}.${extension}`),
      get(`/replay/${setId}.${extension}`),
    ]);
    expect(ofSet.status).toBe(200);
    expectSame(await bytesOf(ofSet), await bytesOf(own));
  }
});

test("the JSON describes the recording, with tracks and chapters by position", async () => {
  const { playId } = await makePlay({ stageId, performerId: dj.id, setId });
  const { startedAt } = replay.index;
  await env.DB.prepare("update plays set played_at = ?, ended_at = ? where id = ?")
    .bind(startedAt + 30_000, startedAt + 40_000, playId)
    .run();
  const early = await makePlay({ stageId, performerId: dj.id, setId });
  await env.DB.prepare("update plays set played_at = ? where id = ?")
    .bind(startedAt - 500, early.playId)
    .run();
  const title = (of: { trackId: string }) => `Ana – ${of.trackId}`;
  const [track] = [
    await env.DB.prepare("select track_id as trackId from plays where id = ?")
      .bind(playId)
      .first<{ trackId: string }>(),
  ];
  const json = await answerOf<Record<string, unknown>>(get(`/replay/${replay.id}.json`));
  expect(json).toEqual({
    id: replay.id,
    set: setId,
    performer: { id: dj.id, _id: dj.id, username: dj.username, profile: null },
    room: { id: stageId, name: "The Vault" },
    startTime: startedAt,
    duration: 45_000,
    gaps: [],
    peaks: Array.from({ length: 90 }, (_, i) => i),
    tracks: [
      { id: early.playId, title: early.trackId, artist: "Ana", start: 0 },
      { id: playId, title: track?.trackId, artist: "Ana", start: 30_000, end: 40_000 },
    ],
    chapters: [
      { start: 0, title: title(early) },
      { start: 30_000, title: title({ trackId: track?.trackId ?? "" }) },
      { start: 40_000, title: "ID" },
    ],
  });
  expect(await answerOf(get(`/replay/${replay.id}.chapters.json`))).toEqual({
    version: "1.2.0",
    chapters: [
      { startTime: 0, endTime: 30, title: title(early) },
      { startTime: 30, endTime: 40, title: title({ trackId: track?.trackId ?? "" }) },
      { startTime: 40, endTime: 45, title: "ID" },
    ],
  });
});

test("a download has a readable name, where it is allowed", async () => {
  const response = await get(`/replay/${replay.id}.mp3?download=1`);
  expect(response.status).toBe(200);
  await response.body?.cancel();
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename=\"Zizek of the bus - Late bus.mp3\"; filename*=UTF-8''%C5%BDi%C5%BEek%20of%20the%20bus%20-%20Late%20bus.mp3",
  );
  const closed = await makeReplay({ performerId: dj.id, mayDownload: false });
  expect((await get(`/replay/${closed.id}.mp3?download=1`)).status).toBe(404);
  expect((await request(`/replay/${closed.id}.mp3`, { method: "HEAD" })).status).toBe(200);
  const own = await request(`/replay/${closed.id}.mp3?download=1`, { method: "HEAD", as: dj });
  expect(own.status).toBe(200);
});

const visibilities = ["never", "me", "day", "always"] as const;
const extensions = ["opus", "mp3", "json", "chapters.json"];

describe.each(visibilities)("a replay with the visibility %s", (visibility) => {
  test("is there for those who may hear it, and otherwise as if it did not exist", async () => {
    const recorded = await makeReplay({ performerId: dj.id, visibility });
    const over = await makeReplay({ performerId: dj.id, visibility, startedAt: Date.now() - 25 * 3_600_000 });
    const other = await makePerson();
    const missing = await (await get("/replay/nothing.opus")).text();
    for (const [made, isOver] of [
      [recorded, false],
      [over, visibility === "day"],
    ] as const) {
      for (const [kind, credentials] of [
        ["stranger", {}],
        ["other", { as: other }],
        ["owner", { as: dj }],
        ["owner by cookie", { cookie: dj }],
      ] as const) {
        const isOpen = visibility === "always" || (visibility === "day" && !isOver);
        const mayHear = isOpen || (visibility === "me" && kind.startsWith("owner"));
        for (const extension of extensions) {
          for (const method of ["GET", "HEAD"]) {
            const response = await request(`/replay/${made.id}.${extension}`, { ...credentials, method });
            const at = `${method} ${extension} by ${kind}`;
            expect(response.status, at).toBe(mayHear ? 200 : 404);
            const text = new TextDecoder().decode(await response.arrayBuffer());
            if (!mayHear && method === "GET") expect(text, at).toBe(missing);
          }
        }
        for (const call of ["get", "events"]) {
          const asked = { ...credentials, body: { replay: made.id }, headers: { origin: undefined } };
          const response = await request(`/api/replays/${call}`, asked);
          await response.text();
          expect(response.status, `${call} by ${kind}`).toBe(mayHear ? 200 : 404);
        }
      }
    }
  });
});

test("what is on air is served from the tape, and what moved meanwhile from R2", async () => {
  const onAir = await makeReplay({ performerId: dj.id, status: "recording", endedAt: null });
  const { index, opus } = onAir;
  const chunks = index.chunks.map((chunk) => ({
    ...chunk,
    place: chunk.n === 0 ? ("r2" as const) : ("tape" as const),
  }));
  const last = await env.TAPES.get(chunkKey(onAir.id, 2, "opus"));
  const bytes = new Uint8Array((await last?.arrayBuffer()) ?? new ArrayBuffer());
  await env.TAPES.delete(chunkKey(onAir.id, 2, "opus"));
  vi.spyOn(Tape.prototype, "index").mockResolvedValue({ ...index, chunks });
  vi.spyOn(Tape.prototype, "readChunk").mockImplementation(async (n) => (n === 2 ? bytes : null));
  const response = await get(`/replay/${onAir.id}.opus`);
  expectSame(await bytesOf(response), joined([opusHead(index), opus]));
  const part = await get(`/replay/${onAir.id}.opus`, { range: "bytes=-10" });
  expect(await bytesOf(part)).toEqual(opus.subarray(-10));
  // Who hears it is a listener of the room.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await listenCountOf(onAir.id)).toBe(0);
  vi.restoreAllMocks();
});

test("a chunk that is gone breaks off the response instead of shortening it", async () => {
  const broken = await makeReplay({ performerId: dj.id });
  await env.TAPES.delete(chunkKey(broken.id, 1, "opus"));
  const response = await get(`/replay/${broken.id}.opus`);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test("a deleted replay is found nowhere, at once", async () => {
  const gone = await makeReplay({ performerId: dj.id });
  expect((await request(`/replay/${gone.id}.opus`, { method: "HEAD" })).status).toBe(200);
  // Its files cannot be deleted yet.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(Tape.prototype, "erase").mockRejectedValue(new Error("restarting"));
  expect(await answerOf(request("/api/replays/delete", { as: dj, body: { replay: gone.id } }))).toBe(true);
  vi.restoreAllMocks();
  for (const extension of extensions)
    expect((await request(`/replay/${gone.id}.${extension}`, { as: dj, method: "HEAD" })).status).toBe(404);
  expect(await listenCountOf(gone.id)).toBe(0);
});

const listenCountOf = (id: string) =>
  env.DB.prepare("select listen_count as n from replays where id = ?").bind(id).first<number>("n");

test("a listener is counted once, and only for sound beyond the first 20 seconds", async () => {
  const made = await makeReplay({ performerId: dj.id });
  const path = `/replay/${made.id}.opus`;
  const listens = env.DB.prepare("select count(*) as n from listens");
  const before = await listens.first("n");
  const hear = async (options: Parameters<typeof request>[1]) => {
    await (await request(path, options)).arrayBuffer();
    // Counting is not part of the response.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return listenCountOf(made.id);
  };
  expect(await hear({ headers: { range: "bytes=0-5000" } })).toBe(0);
  expect(await hear({ method: "HEAD" })).toBe(0);
  expect(await hear({ headers: { "user-agent": "Googlebot/2.1" } })).toBe(0);
  expect(await hear({ as: dj })).toBe(0);
  expect(await hear({ from: "192.0.2.1" })).toBe(1);
  expect(await hear({ from: "192.0.2.1" })).toBe(1);
  expect(await hear({ from: "192.0.2.2", headers: { range: "bytes=-1000" } })).toBe(2);
  const fan = await makePerson();
  expect(await hear({ as: fan, from: "192.0.2.1" })).toBe(3);
  expect(await hear({ as: fan, from: "192.0.2.3" })).toBe(3);
  expect(await listens.first("n")).toBe(before);
});

test("software with ever other names counts as at most 40 listeners of its network", async () => {
  const made = await makeReplay({ performerId: dj.id });
  const hear = async (name: string, from: string) => {
    const headers = { range: "bytes=-1000", "user-agent": name };
    await (await request(`/replay/${made.id}.opus`, { from, headers })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 60 }, (_, each) => hear(`Player/${each}`, "192.0.2.9")));
  await vi.waitFor(async () => expect(await listenCountOf(made.id)).toBeGreaterThanOrEqual(40), 5_000);
  await hear("Player/1", "192.0.2.10");
  await vi.waitFor(async () => expect(await listenCountOf(made.id)).toBe(41), 5_000);
});
