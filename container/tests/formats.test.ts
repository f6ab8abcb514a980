/** Every format that encoders can send is decoded at its original level. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSweep } from "#tests/helpers/sweep.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type Encoder, encodings, startEncoder } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { decodeOpus, shareOfTone } from "./listening.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
let gateway: FakeGateway;
let agent: AgentProcess;
const encoders: Encoder[] = [];

beforeAll(async () => {
  gateway = await startFakeGateway();
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
afterAll(async () => {
  for (const encoder of encoders) encoder.stop();
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

const hertz = 1_000;
/** dBFS, in each channel. */
const peakDb = -12;
const amplitude = 10 ** (peakDb / 20);
/** The ripple of MP3 is a quarter of a decibel. */
const toleranceDb = 0.6;

/** Broadcasts the tone in this number of equal channels. */
function broadcast(encoding: string, channels: number, sampleRate = 48_000): string {
  const mount = `mount${encoders.length}`;
  gateway.passwords.set(mount, "pw");
  gateway.send(routeOf(mount));
  const exprs = Array.from({ length: channels }, () => `${amplitude}*sin(2*PI*${hertz}*t)`).join("|");
  const layout = { 1: "mono", 2: "stereo", 6: "5.1", 8: "7.1" }[channels];
  const tone = `aevalsrc=exprs=${exprs}:channel_layout=${layout}:sample_rate=${sampleRate}`;
  const input = ["-re", "-f", "lavfi", "-i", tone];
  encoders.push(startEncoder({ port, mount, password: "pw", input, encoding }));
  return mount;
}

const opusOf = (mount: string) =>
  gateway.frames.filter(({ stream, kind }) => stream === `stream-${mount}` && kind === "opus");
const levelsOf = (mount: string) =>
  gateway.facts.filter((fact) => fact.type === "level").filter((fact) => fact.mount === mount);

const id3 = encodings.mp3.replace("-id3v2_version 0", "-id3v2_version 3 -metadata title=Tagged");
const allForms: [name: string, encoding: string, channels: number, sampleRate?: number][] = [
  ["MP3 of variable bit rate", encodings.mp3.replace("-b:a 128k", "-q:a 2"), 2],
  ["MP3 with a tag in front", id3, 2, 44_100],
  ["MP3, mono", encodings.mp3, 1, 44_100],
  ["AAC, mono", encodings.aac, 1],
  ["AAC of 6 channels", encodings.aac.replace("128k", "384k"), 6],
  ["AAC in LATM", "-c:a aac -b:a 128k -content_type audio/aac -f latm", 2, 44_100],
  ["AAC in LATM, mono", "-c:a aac -b:a 96k -content_type audio/aac -f latm", 1],
  ["Vorbis, mono", encodings.vorbis, 1, 44_100],
  ["Vorbis of 6 channels", encodings.vorbis.replace("128k", "256k"), 6],
  ["Opus, mono, which passes", encodings.opus, 1],
  ["Opus, mono, which is transcoded", encodings.opus.replace("-frame_duration 20", "-frame_duration 40"), 1],
  ["Opus of 6 channels", encodings.opus.replace("-f ogg", "-mapping_family 1 -f ogg"), 6],
  ["FLAC, mono", encodings.flac, 1, 44_100],
  ["FLAC of 8 channels", `-sample_fmt s16 ${encodings.flac}`, 8],
  ["FLAC of 96 kHz", `-sample_fmt s16 ${encodings.flac}`, 2, 96_000],
];

/** A tag before the sound, a decoder beside ffmpeg's own, channels that are mixed, Opus that cannot pass. */
const kinds = [
  "MP3 with a tag in front",
  "AAC in LATM",
  "Vorbis of 6 channels",
  "Opus, mono, which is transcoded",
];
const forms = isSweep ? allForms : allForms.filter(([name]) => kinds.includes(name));

const unknown = ["-c:a flac -f flac", "-c:a pcm_s16le -f wav", "-c:a libopus -f webm", "-c:a aac -f flv"];

describe.concurrent("beside other sources,", { timeout: 60_000 }, () => {
  test.each(forms)("%s is decoded at its original level", async (_, encoding, channels, sampleRate) => {
    const mount = broadcast(encoding, channels, sampleRate);
    await until(
      () => opusOf(mount).length >= 100 && levelsOf(mount).length >= 4,
      "two seconds of sound",
      30_000,
    );
    const last = levelsOf(mount).at(-1);
    encoders.find((_encoder, index) => mount === `mount${index}`)?.stop();
    const sound = (await decodeOpus(opusOf(mount))).subarray(24_000, 72_000);
    expect(shareOfTone(sound, hertz)).toBeGreaterThan(0.98);
    const heardDb = 20 * Math.log10(sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
    // The low-frequency channel of surround sound is not mixed in, and none of the others gets louder.
    expect(Math.abs(heardDb - peakDb)).toBeLessThan(toleranceDb);
    expect(Math.abs((last?.level.peakDb ?? 0) - peakDb)).toBeLessThan(toleranceDb);
    expect(last?.quality?.monoMs).toBeGreaterThan(0);
  });
});

test.each(isSweep ? unknown : unknown.slice(0, 1))(
  "an unknown format produces no sound and affects no other source: %s",
  async (encoding) => {
    const mount = broadcast(`${encoding} -content_type audio/x`, 2);
    await until(
      () => gateway.facts.some((fact) => fact.type === "connected" && fact.mount === mount),
      "connected",
    );
    const other = broadcast(encodings.mp3, 2);
    await until(() => opusOf(other).length > 25, "another is heard");
    expect(opusOf(mount)).toEqual([]);
    expect(gateway.facts.some((fact) => fact.type === "firstAudio" && fact.mount === mount)).toBe(false);
    for (const encoder of encoders) encoder.stop();
  },
);
