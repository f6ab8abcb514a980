/** The delay of sound by the agent: from the encoder's byte at the port to the packet at the room. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import { OggPackets } from "#packages/audio-formats/ogg-packets.ts";
import { OggPages } from "#packages/audio-formats/ogg-pages.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { openSource } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { reportWriter } from "./late-machine.ts";
import { decodeMp3, decodeOpus } from "./listening.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
/** 50 ms of tone, twice a second. */
const beeps = "aevalsrc=exprs='if(lt(mod(t+0.25,0.5),0.05),sin(2*PI*1000*t)/2,0)':s=48000:d=4";
let gateway: FakeGateway;
let agent: AgentProcess;

beforeAll(async () => {
  gateway = await startFakeGateway();
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
});
afterAll(async () => {
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

test("MP3 sound leaves as Opus within 60 ms of its frame", async () => {
  const file = encodeBeeps("-c:a libmp3lame -b:a 128k -write_xing 0 -id3v2_version 0 -f mp3");
  const frames = new Mp3Frames().push(file);
  const mount = newMount();
  const sentAt = await play(
    mount,
    frames.map(({ bytes }) => bytes),
    24,
  );
  const packets = opusOf(mount);
  const sentOnsets = onsets(decodeMp3([{ payload: file }])).map((at) => sentAt[Math.floor(at / 1_152)] ?? 0);
  const heardOnsets = onsets(await decodeOpus(packets)).map(
    (at) => packets[Math.floor(at / 960)]?.receivedAt ?? 0,
  );
  // Beeps are half a second apart: a received beep belongs to the last one sent before it.
  const delays = heardOnsets.map((heard) => heard - (sentOnsets.findLast((sent) => sent <= heard) ?? 0));
  const delay = median(delays.slice(2));
  console.info(`encoder to packet, MP3 128 kb/s: median ${delay.toFixed(1)} ms`);
  expect(delay).toBeLessThan(60);
});

test("Ogg Opus packets pass through within 10 ms", async () => {
  const file = encodeBeeps("-c:a libopus -b:a 128k -frame_duration 20 -page_duration 20000 -f ogg");
  const pages = new OggPages().push(file);
  const mount = newMount();
  const sentAt = await play(
    mount,
    pages.map(({ bytes }) => bytes),
    20,
  );
  // The first two packets are headers.
  const packets = new OggPackets();
  const sent = pages
    .flatMap((page, index) => packets.push(page).packets.map(() => sentAt[index] ?? 0))
    .slice(2);
  const delays = opusOf(mount).map(({ receivedAt }, index) => receivedAt - (sent[index] ?? 0));
  expect(delays.length).toBeGreaterThan(180);
  const delay = median(delays.slice(50));
  console.info(`encoder to packet, Ogg Opus: median ${delay.toFixed(1)} ms`);
  expect(delay).toBeLessThan(10);
});

function encodeBeeps(encoding: string): Buffer {
  const words = ["-v", "error", "-f", "lavfi", "-i", beeps, "-ac", "2", ...encoding.split(" "), "pipe:1"];
  return execFileSync("ffmpeg", words, { maxBuffer: 16 * 1024 * 1024 });
}

let mounts = 0;
/** A new one for each attempt. */
const newMount = () => `mount${++mounts}`;

/** Sends the chunks as a live encoder would, one each `everyMs`. Returns when each was sent. */
async function play(mount: string, pieces: Uint8Array[], everyMs: number): Promise<number[]> {
  gateway.passwords.set(mount, "pw");
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
  gateway.send(routeOf(mount));
  const socket: Socket = await openSource(port, mount, "pw");
  const startedAt = performance.now();
  const sentAt: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    await sleep(Math.max(0, startedAt + index * everyMs - performance.now()));
    sentAt.push(performance.now());
    reportWriter(performance.now() - startedAt - index * everyMs);
    socket.write(piece);
  }
  await sleep(300);
  socket.destroy();
  return sentAt;
}

function opusOf(mount: string) {
  return gateway.frames.filter(({ stream, kind }) => stream === `stream-${mount}` && kind === "opus");
}

/** Returns where each beep starts, in samples. */
function onsets(sound: Float32Array): number[] {
  const found: number[] = [];
  for (const [index, sample] of sound.entries())
    if (Math.abs(sample) > 0.2 && index - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > 12_000)
      found.push(index);
  return found;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
