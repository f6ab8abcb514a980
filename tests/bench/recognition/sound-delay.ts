/** Whether the ear delays the sound: eight streams through a real agent, with its ear and without it in turns. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readRunDelayMs } from "#container/agent/stall-watch.ts";
import { startAgent, until } from "#container/tests/agent-process.ts";
import { openSource } from "#container/tests/encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "#container/tests/fake-gateway.ts";
import { testPlace } from "#container/tests/place.ts";
import { Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import type { Reference } from "#packages/fingerprint/landmark-index.ts";
import { ms, percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { RowFigure } from "./acceptance.ts";
import type { Track } from "./material.ts";

const streams = 8;
/** Number of samples in a frame of MP3, and of the Opus that the agent makes of it, at 48 kHz. */
const frameSamples = 1_152;
const packetSamples = 960;
/** Time until Icecast, ffmpeg and the ear's first searches are at their pace. */
const warmUpMs = 6_000;
/** Difference from which on the delay has changed. */
const noticedMs = 10;
/** A machine that others use as much says nothing. */
const starvedShare = 0.1;

export interface DelayOptions {
  references: readonly Reference[];
  /** Tracks that are streamed. */
  tracks: readonly Track[];
  rounds: number;
  /** Time that each round listens. */
  durationMs: number;
}

export async function measureSoundDelay(options: DelayOptions): Promise<RowFigure[]> {
  if (options.rounds === 0 || options.tracks.length === 0) return [];
  const sounds = options.tracks.map((track) => encode(track, (warmUpMs + options.durationMs) / 1_000));
  const [waited, begun] = [readRunDelayMs() ?? 0, performance.now()];
  const delays = { hearing: [] as number[], deaf: [] as number[] };
  for (let round = 0; round < options.rounds; round++)
    for (const ear of ["deaf", "hearing"] as const)
      delays[ear].push(...(await runRound(ear, sounds, options)));
  const starved = ((readRunDelayMs() ?? 0) - waited) / (performance.now() - begun);
  const p99 = (ear: keyof typeof delays) => percentile(delays[ear], 0.99);
  const spread = (ear: keyof typeof delays) => `${ms(percentile(delays[ear], 0.5))} / ${ms(p99(ear))}`;
  return [
    {
      what: `${streams} MP3 streams, ${options.references.length} references: delay of the sound in the agent, median / p99`,
      value: `with the ear ${spread("hearing")}, without ${spread("deaf")}; the bench itself waited for a processor ${percent(starved)} of the time`,
      aim: `p99 within ${noticedMs} ms`,
      row: 10,
      isReached: starved >= starvedShare ? "open" : p99("hearing") - p99("deaf") <= noticedMs,
    },
  ];
}

/** Returns the delay of each packet, ms. */
async function runRound(
  ear: "deaf" | "hearing",
  sounds: readonly Uint8Array[][],
  options: DelayOptions,
): Promise<number[]> {
  const { port, state } = await testPlace();
  const gateway = await startFakeGateway();
  gateway.isTaping = false;
  for (const { id, peaks } of options.references) gateway.peaks.set(id, peaks);
  const deaf = `--import ${new URL("deaf-agent-process.ts", import.meta.url).href}`;
  const environment: Record<string, string> = ear === "deaf" ? { NODE_OPTIONS: deaf } : {};
  const agent = await startAgent({ port, state, gatewayUrl: gateway.url, environment });
  try {
    const mounts = Array.from({ length: streams }, (_, place) => `mount${place}`);
    for (const mount of mounts) gateway.passwords.set(mount, "pw");
    await until(() => agent.last("control-connected"), "the agent reached the gateway");
    const references = [...gateway.peaks.keys()];
    for (const mount of mounts) {
      gateway.send(routeOf(mount));
      gateway.send({ type: "references", stream: `stream-${mount}`, version: "1", references });
    }
    if (ear === "hearing") await untilItKnows(gateway);
    const from = performance.now() + warmUpMs;
    const sent = await Promise.all(
      mounts.map((mount, place) => send(port, mount, sounds[place % sounds.length] ?? [])),
    );
    return mounts.flatMap((mount, place) => delaysOf(gateway, mount, sent[place] ?? [], from));
  } finally {
    await agent.stop();
    await gateway.stop();
    rmSync(state, { recursive: true, force: true });
  }
}

/** The thread answers once it has put the references into its index. */
async function untilItKnows(gateway: FakeGateway): Promise<void> {
  await sleep(2_000);
  gateway.send({ type: "probe", id: "ready" });
  await until(() => gateway.probed.length > 0, "the ear has its references", 120_000);
}

function encode({ file }: Track, seconds: number): Uint8Array[] {
  const input = ["-stream_loop", "-1", "-f", "s16le", "-ar", "48000", "-ac", "1", "-i", file];
  const codec = ["-ac", "2", "-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"];
  const args = ["-v", "error", ...input, "-t", `${seconds}`, ...codec, "-f", "mp3", "-"];
  const { status, stdout, stderr } = spawnSync("ffmpeg", args, { maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
  return new Mp3Frames().push(stdout).map(({ bytes }) => bytes);
}

/** Sends frames in real time; returns when each was sent. */
async function send(port: number, mount: string, frames: readonly Uint8Array[]): Promise<number[]> {
  const socket = await openSource(port, mount, "pw");
  const startedAt = performance.now();
  const sentAt: number[] = [];
  for (const [each, frame] of frames.entries()) {
    await sleep(Math.max(0, startedAt + (each * frameSamples) / 48 - performance.now()));
    sentAt.push(performance.now());
    socket.write(frame);
  }
  await sleep(300);
  socket.destroy();
  return sentAt;
}

/**
 * Returns the times from when the frame with a packet's last sample was sent until the packet came; what codecs hold
 * back included.
 */
function delaysOf(gateway: FakeGateway, mount: string, sentAt: readonly number[], from: number): number[] {
  const packets = gateway.frames.filter(
    ({ stream, kind }) => stream === `stream-${mount}` && kind === "opus",
  );
  return packets.flatMap(({ receivedAt }, each) => {
    const sent = sentAt[Math.floor(((each + 1) * packetSamples - 1) / frameSamples)];
    return sent === undefined || sent < from ? [] : [receivedAt - sent];
  });
}
