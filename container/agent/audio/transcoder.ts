/** One ffmpeg process: an encoder's sound in; Opus packets, MP3 and plain samples out, each as soon as it exists. */
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { packetMs } from "#app/domains/media/contract/frames.ts";
import { log } from "../log.ts";
import { limited, unprivileged } from "../unprivileged.ts";
import { watchCpu } from "./cpu-watch.ts";
import { meterFormat } from "./level-meter.ts";
import type { FeedFormat } from "./source.ts";

const opusKilobits = 128;
/**
 * At a constant bit rate every 20 ms packet has the same length, so packets can be written to a pipe one after the
 * other without framing. A container would hold the last one back until the next one starts.
 */
const opusPacketBytes = (opusKilobits * packetMs) / 8;
const mp3Kilobits = 160;
/** An ffmpeg that is this far behind is stuck. */
const maxQueuedBytes = 1024 * 1024;
/** A working ffmpeg has 60 MB. */
const maxMemoryBytes = 256 * 1024 * 1024;
/** The largest single allocation; the largest legitimate one is a header with cover art. */
const maxAllocationBytes = 64 * 1024 * 1024;

export interface TranscoderOptions {
  format: FeedFormat;
  /** What ffmpeg reads first. */
  preamble: Buffer;
  /** Left out where the encoder already sends this format. */
  onOpus?: (packet: Buffer) => void;
  onMp3?: (bytes: Buffer) => void;
  /** Samples in the meter's format. */
  onSamples: (pcm: Buffer) => void;
  /** It has exited without `stop`, which does not cause this call. */
  onExit: () => void;
  /** Decoding takes far more processor time than any sound should. */
  onBusy: () => void;
}

export interface Transcoder {
  pid: number | undefined;
  write(bytes: Buffer): void;
  stop(): void;
}

const errorPipe = 2;
const opusPipe = 3;
const mp3Pipe = 4;
const samplesPipe = 5;

export function startTranscoder(options: TranscoderOptions): Transcoder {
  const [program, ...words] = limited({ memoryBytes: maxMemoryBytes }, "ffmpeg", ...ffmpegArguments(options));
  const child = spawn(program, words, {
    stdio: ["pipe", "ignore", "pipe", "pipe", "pipe", "pipe"],
    // It reads what strangers send: no privileges, and no settings that it could reveal.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    ...unprivileged("nobody"),
  });
  let isStopped = false;

  const { onOpus, onMp3, onSamples } = options;
  const output = (pipe: number) => child.stdio[pipe] as Readable;
  if (onOpus) cutPackets(output(opusPipe), onOpus, () => !isStopped);
  if (onMp3) output(mp3Pipe).on("data", (bytes: Buffer) => !isStopped && onMp3(bytes));
  output(samplesPipe).on("data", (pcm: Buffer) => !isStopped && onSamples(pcm));
  // The types know three pipes; these two always exist.
  const input = child.stdio[0] as Writable;
  // A killed child breaks its pipes; its exit is handled below.
  for (const pipe of [opusPipe, mp3Pipe, samplesPipe]) output(pipe).on("error", () => {});
  input.on("error", () => {});
  output(errorPipe).resume();

  const stopWatching = child.pid === undefined ? () => {} : watchCpu(child.pid, options.onBusy);
  const ended = () => {
    stopWatching();
    if (isStopped) return;
    isStopped = true;
    options.onExit();
  };
  child.once("error", (error) => {
    log("ffmpeg-unusable", { reason: error.message }, "error");
    ended();
  });
  child.once("exit", ended);

  input.write(options.preamble);
  return {
    pid: child.pid,
    write(bytes) {
      if (isStopped) return;
      if (input.writableLength > maxQueuedBytes + options.preamble.length) child.kill("SIGKILL");
      else input.write(bytes);
    },
    stop() {
      isStopped = true;
      stopWatching();
      input.destroy();
      child.kill("SIGKILL");
    },
  };
}

function cutPackets(pipe: Readable, onPacket: (packet: Buffer) => void, isWanted: () => boolean): void {
  let rest: Buffer = Buffer.alloc(0);
  pipe.on("data", (bytes: Buffer) => {
    if (!isWanted()) return;
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let offset = 0;
    for (; offset + opusPacketBytes <= rest.length; offset += opusPacketBytes)
      onPacket(rest.subarray(offset, offset + opusPacketBytes));
    rest = rest.subarray(offset);
  });
}

/**
 * More than two channels are mixed down so that they cannot clip together. One channel goes to both sides at its own
 * level: by default ffmpeg makes it 3 dB quieter. `pan` leaves out the channels that its input does not have.
 */
const toStereo = [
  `aresample=${meterFormat.sampleRate}:rematrix_maxval=1`,
  "aformat=channel_layouts=mono|stereo",
  "pan=stereo|FL=FL+FC|FR=FR+FC",
].join(",");

function ffmpegArguments({ format, onOpus, onMp3 }: TranscoderOptions): string[] {
  const opus = `-c:a libopus -b:a ${opusKilobits}k -vbr off -application lowdelay -frame_duration ${packetMs}`;
  const mp3 = `-c:a libmp3lame -b:a ${mp3Kilobits}k -compression_level 7 -write_xing 0 -id3v2_version 0`;
  const outputs = [
    onOpus && `${opus} -f data pipe:${opusPipe}`,
    onMp3 && `${mp3} -f mp3 pipe:${mp3Pipe}`,
    `-c:a pcm_s16le -f s16le pipe:${samplesPipe}`,
  ].filter((output) => output !== undefined);
  const branches = outputs.map((_, index) => `[out${index}]`);
  const samples = branches.at(-1) ?? "";
  const split = branches.with(-1, "[meter]").join("");
  const graph = [
    `[0:a]${toStereo},asplit=${branches.length}${split}`,
    // Ten pieces a second: one read per frame was most of the agent's work.
    `[meter]asetnsamples=n=${meterFormat.sampleRate / 10}:p=0${samples}`,
  ].join(";");
  return [
    `-hide_banner -loglevel fatal -nostats -max_alloc ${maxAllocationBytes}`,
    // Only pipes, and only this format: a crafted stream must not make ffmpeg open files or addresses.
    `-protocol_whitelist pipe -format_whitelist ${format}`,
    "-fflags nobuffer -flags low_delay -probesize 32 -analyzeduration 0 -threads 1",
    `-f ${format} -i pipe:0`,
    `-filter_complex_threads 1 -filter_complex ${graph}`,
    ...outputs.map((output, index) => `-map ${branches[index]} -flush_packets 1 ${output}`),
  ].flatMap((words) => words.split(" "));
}
