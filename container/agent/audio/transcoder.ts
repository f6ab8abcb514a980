/** Keeps one ffmpeg running for a source: one that dies is replaced, until too many have died. */
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import { Ffmpeg } from "./ffmpeg.ts";
import { type Mp3Frame, Mp3Frames } from "./mpeg-frames.ts";
import type { SourceKind } from "./source.ts";

export interface TranscoderOptions {
  clock: ServerClock;
  /** What a new ffmpeg reads first. */
  preamble: () => Buffer;
  /** A new ffmpeg is about to start: what it makes does not continue the sound before. */
  onLaunch: (kind: SourceKind) => void;
  /** Not called while the source itself has this format. */
  onOpus: (packet: Buffer) => void;
  onMp3: (frame: Mp3Frame) => void;
  /** Samples in the meter's format. */
  onSamples: (pcm: Buffer) => void;
  /** Decoding takes far more processor time than any sound should. */
  onBusy: () => void;
  /** ffmpeg has died so often that the next one would die too. */
  onUnreadable: () => void;
}

const restartDelaysMs = [50, 100, 200, 400, 800];
/** After this long without a death, the count of deaths starts again. */
const steadyMs = 10_000;
/** What kills one ffmpeg after another will kill the next one too. */
const maxDeaths = 10;

export class Transcoder {
  readonly #options: TranscoderOptions;
  #kind: SourceKind;
  #ffmpeg: Ffmpeg | undefined;
  #stopFfmpeg = () => {};
  #restartTimer: NodeJS.Timeout | undefined;
  #deaths = 0;
  #startedAt = 0;

  constructor(kind: SourceKind, options: TranscoderOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  start(): () => void {
    this.#launch();
    return () => this.#stop();
  }

  /** Dropped while no ffmpeg runs. */
  write(bytes: Buffer): void {
    this.#ffmpeg?.write(bytes);
  }

  /** The source is of this kind from now on: a new ffmpeg replaces the present one. */
  change(kind: SourceKind): void {
    this.#stop();
    this.#kind = kind;
    this.#launch();
  }

  #launch(): void {
    const { clock, preamble, onLaunch, onOpus, onMp3, onSamples, onBusy } = this.#options;
    const { codec, feed, passesOpus } = this.#kind;
    this.#startedAt = clock.local();
    onLaunch(this.#kind);
    const frames = new Mp3Frames();
    const ffmpeg = new Ffmpeg({
      format: feed,
      preamble: preamble(),
      ...(passesOpus ? {} : { onOpus }),
      ...(codec === "mp3" ? {} : { onMp3: (bytes: Buffer) => frames.push(bytes).forEach(onMp3) }),
      onSamples,
      onExit: () => this.#died(),
      onBusy,
    });
    this.#stopFfmpeg = ffmpeg.start();
    this.#ffmpeg = ffmpeg;
    log("ffmpeg-started", { pid: ffmpeg.pid, codec, passesOpus });
  }

  #died(): void {
    this.#ffmpeg = undefined;
    if (this.#options.clock.local() - this.#startedAt > steadyMs) this.#deaths = 0;
    if (this.#deaths >= maxDeaths) return this.#options.onUnreadable();
    const delayMs = restartDelaysMs[Math.min(this.#deaths++, restartDelaysMs.length - 1)];
    log("ffmpeg-ended", { restartInMs: delayMs }, "warn");
    this.#restartTimer = setTimeout(() => this.#launch(), delayMs);
  }

  #stop(): void {
    clearTimeout(this.#restartTimer);
    this.#stopFfmpeg();
    this.#stopFfmpeg = () => {};
    this.#ffmpeg = undefined;
  }
}
