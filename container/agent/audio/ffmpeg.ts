/** One ffmpeg process: an encoder's sound in; Opus packets, MP3 and plain samples out, each as soon as it exists. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { log } from "../log.ts";
import { limited, unprivileged } from "../unprivileged.ts";
import { startCpuWatch } from "./cpu-watch.ts";
import { meterFormat } from "./level-meter.ts";
import type { FeedFormat } from "./source-port.ts";

const opusKilobits = 128;
/**
 * Size of a packet: at a constant bit rate every one of 20 ms has the same, so packets can be written to a pipe one
 * after the other without framing. A container would hold the last one back until the next one starts.
 */
const opusPacketBytes = (opusKilobits * packetMs) / 8;
const mp3Kilobits = 160;
/** An ffmpeg that is this far behind is stuck. */
const maxQueuedBytes = 1024 * 1024;
/**
 * Maximum time for the rest at the end of its input, which an ffmpeg makes within milliseconds, on a busy machine
 * within seconds.
 */
const finishMs = 5_000;
/** A working ffmpeg has 60 MB. */
const maxMemoryBytes = 256 * 1024 * 1024;
/** The largest single allocation; the largest legitimate one is a header with cover art. */
const maxAllocationBytes = 64 * 1024 * 1024;

export interface FfmpegOptions {
  format: FeedFormat;
  /** The bytes that ffmpeg reads first. */
  preamble: Uint8Array;
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

const errorPipe = 2;
const opusPipe = 3;
const mp3Pipe = 4;
const samplesPipe = 5;

export class Ffmpeg {
  readonly #options: FfmpegOptions;
  #child: ChildProcess | undefined;
  #isStopped = false;
  #isFinishing = false;
  /** Time when it last made something. */
  #readAt = 0;
  #stopCpuWatch = () => {};
  /** The start of a packet whose end has not been read yet. */
  #opusRest: Buffer = Buffer.alloc(0);

  constructor(options: FfmpegOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): () => void {
    const [program, ...words] = limited(
      { memoryBytes: maxMemoryBytes },
      "ffmpeg",
      ...ffmpegArguments(this.#options),
    );
    const child = spawn(program, words, {
      stdio: ["pipe", "ignore", "pipe", "pipe", "pipe", "pipe"],
      // It reads what strangers send: no privileges, and no settings that it could reveal.
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      ...unprivileged("nobody"),
    });
    this.#child = child;
    this.#readOutputs(child);
    if (child.pid !== undefined) this.#stopCpuWatch = startCpuWatch(child.pid, () => this.#options.onBusy());
    child.once("error", (error) => {
      log("ffmpeg-unusable", { reason: error.message }, "error");
      this.#ended();
    });
    child.once("exit", () => this.#ended());
    // A killed child breaks its pipes; its exit is handled above.
    inputOf(child).on("error", () => {});
    inputOf(child).write(this.#options.preamble);
    return () => this.#stop(child);
  }

  /** Ends its input. Resolves when it has made all that it was given, or was killed because nothing more came. */
  finish(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#isStopped) return Promise.resolve();
    this.#isFinishing = true;
    inputOf(child).end();
    this.#readAt = performance.now();
    const timer = setInterval(
      () => performance.now() - this.#readAt > finishMs && child.kill("SIGKILL"),
      500,
    );
    // After the exit, when its pipes have been read to their ends.
    return new Promise((resolve) => {
      child.once("close", () => {
        clearInterval(timer);
        this.#isStopped = true;
        resolve();
      });
    });
  }

  /** Ends one that lives and makes nothing: `onExit` follows. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Kills an ffmpeg that does not read. */
  write(bytes: Uint8Array): void {
    const child = this.#child;
    if (this.#isStopped || this.#isFinishing || child === undefined) return;
    const input = inputOf(child);
    if (input.writableLength > maxQueuedBytes + this.#options.preamble.length) child.kill("SIGKILL");
    else input.write(bytes);
  }

  #readOutputs(child: ChildProcess): void {
    const { onOpus, onMp3, onSamples } = this.#options;
    const output = (pipe: number) => child.stdio[pipe] as Readable;
    const read = (pipe: number, receive: (bytes: Buffer) => void) =>
      output(pipe).on("data", (bytes: Buffer) => {
        this.#readAt = performance.now();
        if (!this.#isStopped) receive(bytes);
      });
    if (onOpus) read(opusPipe, (bytes) => this.#cutPackets(bytes, onOpus));
    if (onMp3) read(mp3Pipe, onMp3);
    read(samplesPipe, onSamples);
    for (const pipe of [opusPipe, mp3Pipe, samplesPipe]) output(pipe).on("error", () => {});
    output(errorPipe).resume();
  }

  #cutPackets(bytes: Buffer, onPacket: (packet: Buffer) => void): void {
    const all = this.#opusRest.length === 0 ? bytes : Buffer.concat([this.#opusRest, bytes]);
    let offset = 0;
    for (; offset + opusPacketBytes <= all.length; offset += opusPacketBytes)
      onPacket(all.subarray(offset, offset + opusPacketBytes));
    this.#opusRest = all.subarray(offset);
  }

  #ended(): void {
    this.#stopCpuWatch();
    if (this.#isStopped || this.#isFinishing) return;
    this.#isStopped = true;
    this.#options.onExit();
  }

  #stop(child: ChildProcess): void {
    this.#isStopped = true;
    this.#stopCpuWatch();
    inputOf(child).destroy();
    child.kill("SIGKILL");
  }
}

/** The types know three pipes, of which any may be absent; this one always exists. */
function inputOf(child: ChildProcess): Writable {
  return child.stdio[0] as Writable;
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

function ffmpegArguments({ format, onOpus, onMp3 }: FfmpegOptions): string[] {
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
