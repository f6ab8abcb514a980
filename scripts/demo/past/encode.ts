/** Sound as the agent sends it to a room: Opus packets, MP3 frames and levels, from ffmpeg. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { levelMs, packetMs, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { readMp3Header } from "#packages/audio-formats/mp3-header.ts";
import { pcm } from "../encoder.ts";
import { LevelBytes } from "./level-bytes.ts";

const opusKilobits = 128;
/** Size of a packet: at a constant bit rate all packets have one length: they need no container. */
const opusPacketBytes = (opusKilobits * packetMs) / 8;
const pairsPerFrame = 10;

export interface EncodedSound {
  /** Packets of 20 ms. */
  opus: Uint8Array[];
  /** Frames of 24 ms. */
  mp3: Uint8Array[];
  /** A payload of the kind `levels` for each second. */
  levels: Uint8Array[];
}

const opusOutput = `-c:a libopus -b:a ${opusKilobits}k -vbr off -compression_level 5 -application lowdelay -frame_duration ${packetMs}`;
const mp3Output = "-c:a libmp3lame -b:a 160k -compression_level 7 -write_xing 0 -id3v2_version 0";

/**
 * Encodes what ffmpeg makes of these arguments (inputs) and this filter graph, whose output is named `[sound]`.
 * @throws when ffmpeg is missing or fails
 */
export async function encodeSound(inputs: readonly string[], graph: string): Promise<EncodedSound> {
  const format = `aresample=${pcm.sampleRate},aformat=sample_fmts=s16:channel_layouts=stereo`;
  const words = [
    "-v error -nostats -nostdin -threads 1 -filter_complex_threads 1",
    ...inputs.map((input) => [input]),
    ["-filter_complex", `${graph};[sound]${format},asplit=3[a][b][c]`],
    `-map [a] ${opusOutput} -f data pipe:3`,
    `-map [b] ${mp3Output} -f mp3 pipe:4`,
    "-map [c] -c:a pcm_s16le -f s16le pipe:5",
  ].flatMap((part) => (typeof part === "string" ? part.split(" ") : part));
  const ffmpeg = spawn("ffmpeg", words, { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe", "pipe"] });
  const ended = new Promise<number | null>((done, failed) =>
    ffmpeg.once("error", failed).once("close", done),
  );
  const output = (pipe: number) => ffmpeg.stdio[pipe] as Readable;
  const levels = new LevelBytes();
  const [complaints, opus, mp3, code] = await Promise.all([
    collect(output(2)),
    collect(output(3)),
    collect(output(4)),
    ended,
    collect(output(5), (samples) => levels.push(samples)),
  ]);
  if (code !== 0) throw new Error(`ffmpeg could not encode (exit code ${code}): ${complaints.toString()}`);
  return {
    opus: cut(opus, () => opusPacketBytes),
    mp3: cut(mp3, (rest) => readMp3Header(rest)?.length ?? null),
    levels: cut(levels.bytes(), () => 2 * pairsPerFrame),
  };
}

/** Returns the frames of this sound from a connection of an encoder that starts at `startAt` (epoch ms). */
export function toUplinkFrames(sound: EncodedSound, startAt: number): UplinkFrame[] {
  const lengths = { opus: packetMs, mp3: mp3FrameMs(sound.mp3[0]), levels: pairsPerFrame * levelMs };
  const frames = (["opus", "mp3", "levels"] as const).flatMap((kind) =>
    sound[kind].map((payload, seq): UplinkFrame => {
      return { kind, isDiscontinuity: seq === 0, seq, at: startAt + seq * lengths[kind], payload };
    }),
  );
  return frames.toSorted((a, b) => a.at - b.at);
}

function mp3FrameMs(frame: Uint8Array | undefined): number {
  return (frame && readMp3Header(frame)?.durationMs) ?? 0;
}

async function collect(from: Readable, take?: (bytes: Buffer) => void): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of from) {
    if (take === undefined) parts.push(bytes);
    else take(bytes);
  }
  return Buffer.concat(parts);
}

/** Whole pieces only. */
function cut(bytes: Uint8Array, lengthAt: (rest: Uint8Array) => number | null): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.byteLength; ) {
    const length = lengthAt(bytes.subarray(offset));
    if (length === null || offset + length > bytes.byteLength) break;
    pieces.push(bytes.subarray(offset, offset + length));
    offset += length;
  }
  return pieces;
}
