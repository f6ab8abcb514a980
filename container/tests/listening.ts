/** Hears what the agent sends: decodes packets as a browser does, and finds tones in them. */
import { spawnSync } from "node:child_process";
import { OpusDecoder } from "opus-decoder";
import type { ReceivedFrame } from "./fake-gateway.ts";

/** The left channel at 48 kHz. */
export async function decodeOpus(frames: Pick<ReceivedFrame, "payload">[]): Promise<Float32Array> {
  const decoder = new OpusDecoder({ channels: 2, preSkip: 0 });
  await decoder.ready;
  const decoded = decoder.decodeFrames(frames.map(({ payload }) => new Uint8Array(payload)));
  decoder.free();
  if (decoded.errors.length > 0) throw new Error(`undecodable packets: ${decoded.errors.length}`);
  return decoded.channelData[0] ?? new Float32Array();
}

/** The left channel at 48 kHz. */
export function decodeMp3(frames: Pick<ReceivedFrame, "payload">[]): Float32Array {
  const input = Buffer.concat(frames.map(({ payload }) => payload));
  const { stdout } = spawnSync(
    "ffmpeg",
    "-v error -f mp3 -i pipe:0 -f f32le -ac 1 -ar 48000 pipe:1".split(" "),
    { input, maxBuffer: 64 * 1024 * 1024 },
  );
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength >> 2);
}

/** Returns the share of the sound's power at this frequency, 0 to 1 (Goertzel). */
export function shareOfTone(sound: Float32Array, hertz: number, sampleRate = 48_000): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [a, b, power] = [0, 0, 0];
  for (const sample of sound) {
    [a, b] = [sample + coefficient * a - b, a];
    power += sample * sample;
  }
  const tone = (a * a + b * b - coefficient * a * b) / (sound.length / 2);
  return power === 0 ? 0 : tone / power;
}
