import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { addStage, Listener, report, Uplink, until } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";
const get = (path: string, init: RequestInit = {}) => SELF.fetch(`${origin}/live/${path}`, init);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The type of a playlist is not text, and the runtime warns about reading it as text. */
const text = async (path: string) => new TextDecoder().decode(await (await get(path)).arrayBuffer());

async function onAir(id: string) {
  const room = await addStage(id);
  await room.streamChanged(
    report("stage", id, { title: { artist: "Miriam", title: "Pata Pata", at: Date.now() } }),
  );
  const watcher = await Listener.open(room);
  await until(() =>
    watcher.events.some(
      ({ event, data }) => event === "new track" || (event === "snapshot" && data.currentTitle !== null),
    ),
  );
  return { room, watcher, uplink: await Uplink.open(room, `stream-${id}`) };
}

/** Reads until a number of bytes is reached. */
async function read(response: Response, bytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no body");
  const parts: number[] = [];
  while (parts.length < bytes) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(...value);
  }
  reader.releaseLock();
  return Uint8Array.from(parts);
}

const mp3 = (size: number, fill: number) => new Uint8Array(size).fill(fill);
const latin = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

test("an MP3 stream starts with the last second and ends when the broadcast ends", async () => {
  const { room, uplink } = await onAir("mp3");
  uplink.send(1, "mp3", mp3(4_000, 1));
  await wait(50);
  const [response, second] = [await get("stream-mp3"), await get("stream-mp3")];
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/mpeg",
    "access-control-allow-origin": "*",
  });
  expect(response.headers.get("cache-control")).toContain("no-store");
  uplink.send(1, "mp3", mp3(1_000, 2));
  for (const each of [response, second]) {
    const sound = await read(each, 5_000);
    expect([sound.byteLength, ...sound.subarray(3_999, 4_001)]).toEqual([5_000, 1, 2]);
  }
  await room.streamChanged(report("stage", "mp3", { state: "down", disconnectedAt: Date.now() }));
  await room.streamChanged(
    report("stage", "mp3", { state: "down", disconnectedAt: Date.now(), claimedBy: "stage/other" }),
  );
  expect((await read(response, 1)).byteLength).toBe(0);
  expect((await get("stream-mp3")).status).toBe(404);
});

test("an MP3 stream contains titles on request", async () => {
  const { uplink } = await onAir("icy");
  const response = await get("stream-icy", { headers: { "icy-metadata": "1" } });
  expect(response.headers.get("icy-metaint")).toBe("16000");
  uplink.send(3, "mp3", mp3(8_000, 7));
  const stream = await read(response, 16_001);
  expect(latin(stream.subarray(16_001)).startsWith("StreamTitle='Miriam - Pata Pata';")).toBe(true);
});

test("an Ogg Opus stream carries the live packets, by its own address or by the Accept header", async () => {
  const { uplink } = await onAir("ogg");
  const byName = await get("stream-ogg.ogg");
  const byAccept = await get("stream-ogg", { headers: { accept: "audio/ogg" } });
  expect(byAccept.headers.get("content-type")).toBe("audio/ogg");
  uplink.send(10);
  const text = latin(await read(byName, 250));
  for (const part of [
    "OggS",
    "OpusHead",
    "OpusTags",
    "TITLE=Miriam - Pata Pata",
    "stream-ogg#0",
    "stream-ogg#4",
  ]) {
    expect(text).toContain(part);
  }
  await byAccept.body?.cancel();
  await byName.body?.cancel();
});

test("an Ogg listener gets a new title with the packet where it starts", async () => {
  const { room, uplink } = await onAir("retitled");
  const response = await get("stream-retitled.ogg");
  const sentAt: number[] = [];
  const timer = setInterval(() => {
    sentAt.push(Date.now());
    uplink.send();
  }, 20);
  const at = Date.now() + 500;
  await room.streamChanged(report("stage", "retitled", { title: { artist: "", title: "Soweto Blues", at } }));
  const stream = latin(await read(response, 4_000));
  clearInterval(timer);
  await response.body?.cancel();
  const change = stream.indexOf("TITLE=Soweto Blues");
  const numbers = (text: string) => Array.from(text.matchAll(/stream-retitled#(\d+)/g), ([, n]) => Number(n));
  const [before, after] = [numbers(stream.slice(0, change)), numbers(stream.slice(change))];
  expect([...before, ...after]).toEqual(Array.from({ length: before.length + after.length }, (_, i) => i));
  // The timestamp is taken right after the time was recorded.
  expect(sentAt[before.length - 1]).toBeLessThan(at);
  expect(sentAt[after[0] ?? 0]).toBeGreaterThanOrEqual(at - 5);
});

test("a reader that does not read is disconnected", async () => {
  const { uplink } = await onAir("slow");
  const [response, other] = [await get("stream-slow"), await get("stream-slow")];
  for (let i = 0; i < 40; i++) {
    uplink.send(1, "mp3", mp3(60_000, i));
    // The room has sent it to both.
    await read(other, 60_000);
  }
  // Otherwise it would not end.
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(400_000);
});

test("playlists and HEAD requests work, and unknown streams are not found", async () => {
  await onAir("listed");
  expect(await text("stream-listed.m3u")).toContain(`${origin}/live/stream-listed\n`);
  expect(await text("stream-listed.pls")).toContain(`File1=${origin}/live/stream-listed\n`);
  const head = await get("stream-listed", { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  for (const path of ["nothing", "nothing.m3u", "stream-listed.exe"])
    expect((await get(path)).status).toBe(404);
  await addStage("resting");
  const off = await get("stream-resting");
  expect([off.status, await off.text()]).toEqual([404, "This stream is not on air right now."]);
  expect((await get("stream-resting", { method: "HEAD" })).status).toBe(404);
});
