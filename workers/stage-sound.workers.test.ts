/** A stage's own stream address for players without a socket, which continues through handovers and pauses. */
import { env, SELF } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { maxDeadAirMs } from "#durable-objects/room/counting/dead-air.ts";
import { passTime } from "#tests/helpers/ears.ts";
import { addPerformer, addSet, addStage, report, Uplink, until } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";
const get = (file: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${origin}/live/${file}`, { headers });

const players: Player[] = [];
const stops: (() => void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
  for (const player of players.splice(0)) await player.leave();
});

/** Reads as a player does, and keeps everything it received. */
class Player {
  text = "";
  isOver = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    void this.#read();
    players.push(this);
  }

  static async open(file: string, headers: Record<string, string> = {}): Promise<Player> {
    const response = await get(file, headers);
    if (response.status !== 200 || response.body === null) throw new Error(`no sound: ${response.status}`);
    return new Player(response.body);
  }

  hears(text: string, from = 0): Promise<unknown> {
    return until(() => this.text.includes(text, from), 8_000);
  }

  async leave(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) break;
      this.text += Array.from(value, (byte) => String.fromCharCode(byte)).join("");
    }
    this.isOver = true;
  }
}

const silentOpus = "\u00fc\u00ff\u00fe".repeat(5);
/** 160 kbit/s at 48 kHz, and nothing else. */
const silentMp3 = `\u00ff\u00fb\u00a4\u0000${"\0".repeat(476)}`;

async function stageWith(id: string, sets: [performer: string, fromMs: number, toMs: number][]) {
  const now = Date.now();
  const room = await addStage(id, { isInstant: false });
  await env.DB.prepare("update stages set custom_url = ?1 || '-club' where id = ?1").bind(id).run();
  for (const [performer, from, to] of sets) {
    await addPerformer(performer);
    await addSet(`set-${performer}`, {
      stageId: id,
      performerId: performer,
      startsAt: now + from,
      endsAt: now + to,
    });
  }
  await room.refresh();
  return room;
}

/** Puts their encoder on air with this title. Returns a function that silences it. */
async function play(room: Awaited<ReturnType<typeof stageWith>>, performer: string, title: string) {
  await room.streamChanged(report("performer", performer, { title: { artist: "", title, at: Date.now() } }));
  const uplink = await Uplink.open(room, `stream-${performer}`);
  const frame = Uint8Array.of(0xff, 0xfb, 0xa4, 0, ...new Uint8Array(476).fill(7));
  const timer = setInterval(() => uplink.send(1, "mp3", frame), 24);
  const stop = uplink.play();
  const silence = () => {
    stop();
    clearInterval(timer);
  };
  stops.push(silence);
  return silence;
}

test("one connection carries the sound and titles of both performers through a handover", async () => {
  const room = await stageWith("handed", [
    ["opener", -60_000, 3_500],
    ["closer", 3_500, 60_000],
  ]);
  await play(room, "opener", "Opening");
  const [ogg, mp3] = [
    await Player.open("handed-club.ogg"),
    await Player.open("handed", { "icy-metadata": "1" }),
  ];
  await ogg.hears("TITLE=Opening");
  await ogg.hears("stream-opener#");
  await play(room, "closer", "Closing");
  await ogg.hears("TITLE=Closing");
  await ogg.hears("stream-closer#", ogg.text.indexOf("TITLE=Closing"));
  await mp3.hears("StreamTitle='Closing';");
  expect(mp3.text).toContain("StreamTitle='Opening';");
  expect([ogg.isOver, mp3.isOver]).toEqual([false, false]);
  // No moment of one performer's sound has the other's title.
  expect(ogg.text.indexOf("stream-opener#", ogg.text.indexOf("TITLE=Closing"))).toBe(-1);
  // Two connections of one program are one listener.
  await vi.waitFor(async () => expect((await room.onAir()).currentListeners).toBe(1), 10_000);
});

test("a stream carries silence in real time while its source is disconnected", async () => {
  const room = await stageWith("paused", [["pausing", -60_000, 600_000]]);
  const silence = await play(room, "pausing", "Before");
  const [ogg, mp3] = [await Player.open("paused.ogg"), await Player.open("paused")];
  const asked = { format: "ogg", hasIcy: false, key: null } as const;
  const own = new Player((await room.listenProgressive("stream-pausing", asked)) ?? new ReadableStream());
  await ogg.hears("stream-pausing#");
  silence();
  await ogg.hears(silentOpus);
  await mp3.hears(silentMp3);
  const from = Date.now();
  const before = mp3.text.length;
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const bytesPerMs = (mp3.text.length - before) / (Date.now() - from);
  // 160 kbit/s.
  expect(bytesPerMs).toBeGreaterThan(15);
  expect(bytesPerMs).toBeLessThan(25);
  expect(own.text).not.toContain(silentOpus);

  // The broadcast ends, and the stage's stream continues.
  await room.streamChanged(
    report("performer", "pausing", { state: "down", disconnectedAt: Date.now() - 60_000 }),
  );
  await vi.waitFor(async () => expect((await room.onAir()).online).toBe(false), 10_000);
  await until(() => own.isOver);
  await ogg.hears("TITLE=stage paused");
  const resumed = ogg.text.length;
  await play(room, "pausing", "After");
  await ogg.hears("TITLE=After", resumed);
  await ogg.hears("stream-pausing#", ogg.text.lastIndexOf("TITLE=After"));
  expect([ogg.isOver, mp3.isOver]).toEqual([false, false]);
});

test("a stream carries silence before a set, and is not found when no set is near", async () => {
  await stageWith("awaited", [["awaited", 300_000, 600_000]]);
  await stageWith("deserted", [["deserted", 3_600_000, 7_200_000]]);
  const [ogg, mp3] = [await Player.open("awaited.ogg"), await Player.open("awaited-club.mp3")];
  await ogg.hears(silentOpus);
  await mp3.hears(silentMp3);
  expect((await get("deserted")).status).toBe(404);
  for (const [stage, status] of [
    ["awaited", 200],
    ["deserted", 404],
  ]) {
    const head = await SELF.fetch(`${origin}/live/${stage}`, { method: "HEAD" });
    expect([stage, head.status]).toEqual([stage, status]);
  }
  const list = await get("AWAITED-club.m3u");
  expect(new TextDecoder().decode(await list.arrayBuffer())).toContain(`${origin}/live/AWAITED-club\n`);
});

test("a waiting connection is closed ten minutes after the last sound, or at the end of the set", async () => {
  const room = await stageWith("over", [["over", -60_000, 30_000]]);
  const ogg = await Player.open("over.ogg");
  await ogg.hears(silentOpus);
  passTime(30_000 + maxDeadAirMs);
  await until(() => ogg.isOver, 8_000);
  expect((await room.onAir()).online).toBe(false);
  expect((await get("over")).status).toBe(404);
});
