/**
 * Keeps one ffmpeg running for a source: one that dies is replaced, until too many have died. One that lives and makes no
 * sound of what it is given is as good as dead.
 */

import { type Mp3Frame, Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import { Ffmpeg } from "./ffmpeg.ts";
import type { SourceKind } from "./source-port.ts";

export interface TranscoderOptions {
  clock: ServerClock;
  stalls: Stalls;
  /** Returns the bytes that a new ffmpeg reads first. */
  preamble: () => Uint8Array;
  /**
   * A new ffmpeg is about to start. `isContinuing`: the one before it has made all that it was given; otherwise what comes
   * does not continue the sound before.
   */
  onLaunch: (kind: SourceKind, isContinuing: boolean) => void;
  /** Not called while the source itself has this format. */
  onOpus: (packet: Uint8Array) => void;
  onMp3: (frame: Mp3Frame) => void;
  /** Samples in the meter's format. */
  onSamples: (pcm: Buffer) => void;
  /** Decoding takes far more processor time than any sound should. */
  onBusy: () => void;
  /** ffmpeg has died so often that the next one would die too. */
  onUnreadable: () => void;
}

const restartDelaysMs = [50, 100, 200, 400, 800];
/** Time without a death after which the count of deaths starts again. */
const steadyMs = 10_000;
/** Number of deaths in a row after which the next ffmpeg will die too. */
const maxDeaths = 10;
/**
 * Time without sound after which an ffmpeg is stuck: on a machine that is in time its input becomes sound within
 * milliseconds; the first sound takes longer.
 */
const muteMs = { first: 10_000, later: 3_000 };
const muteLookMs = 1_000;

export class Transcoder {
  readonly #options: TranscoderOptions;
  #kind: SourceKind;
  #ffmpeg: Ffmpeg | undefined;
  #stopFfmpeg = () => {};
  #restartTimer: NodeJS.Timeout | undefined;
  #deaths = 0;
  #startedAt = 0;
  /** Input of the next ffmpeg, while the one before it finishes. */
  #queue: Uint8Array[] | undefined;
  /** Local time of the first bytes after the last samples; undefined where all that was written has become sound. */
  #unansweredSince: number | undefined;
  #suspectedSince: number | undefined;
  #hasSound = false;
  #muteTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(kind: SourceKind, options: TranscoderOptions) {
    this.#kind = kind;
    this.#options = options;
  }

  start(): () => void {
    this.#launch(false);
    this.#muteTimer = setInterval(() => this.#endMute(), muteLookMs);
    return () => {
      this.#isStopped = true;
      clearInterval(this.#muteTimer);
      this.#stop();
    };
  }

  /** Dropped while no ffmpeg runs and none is about to. */
  write(bytes: Uint8Array): void {
    if (this.#queue) return void this.#queue.push(bytes);
    if (this.#ffmpeg === undefined) return;
    this.#unansweredSince ??= this.#options.clock.local();
    this.#ffmpeg.write(bytes);
  }

  /**
   * Changes the kind of what is written from now on, which begins with the present preamble: a new ffmpeg follows the
   * present one once that has made all that it was given.
   */
  change(kind: SourceKind): void {
    this.#kind = kind;
    const isFinishing = this.#queue !== undefined;
    this.#queue = [this.#options.preamble()];
    if (isFinishing) return;
    clearTimeout(this.#restartTimer);
    const isContinuing = this.#ffmpeg !== undefined;
    void (this.#ffmpeg?.finish() ?? Promise.resolve()).then(
      () => this.#isStopped || this.#launch(isContinuing),
    );
  }

  #launch(isContinuing: boolean): void {
    const { clock, onLaunch, onOpus, onMp3, onSamples, onBusy } = this.#options;
    const { codec, feed, passesOpus } = this.#kind;
    const [preamble = this.#options.preamble(), ...waiting] = this.#queue ?? [];
    this.#queue = undefined;
    this.#unansweredSince = undefined;
    this.#hasSound = false;
    this.#startedAt = clock.local();
    onLaunch(this.#kind, isContinuing);
    const frames = new Mp3Frames();
    const ffmpeg = new Ffmpeg({
      format: feed,
      preamble,
      ...(passesOpus ? {} : { onOpus }),
      ...(codec === "mp3" ? {} : { onMp3: (bytes: Buffer) => frames.push(bytes).forEach(onMp3) }),
      onSamples: (pcm) => {
        this.#unansweredSince = undefined;
        this.#hasSound = true;
        onSamples(pcm);
      },
      onExit: () => this.#died(),
      onBusy,
    });
    this.#stopFfmpeg = ffmpeg.start();
    this.#ffmpeg = ffmpeg;
    log("ffmpeg-started", { pid: ffmpeg.pid, codec, passesOpus });
    for (const bytes of waiting) this.write(bytes);
  }

  #endMute(): void {
    const since = this.#unansweredSince;
    const now = this.#options.clock.local();
    const limitMs = this.#hasSound ? muteMs.later : muteMs.first;
    if (since === undefined || now - since < limitMs || this.#options.stalls.wasStarved(since, now)) return;
    // Where this process stood still, the sound waits in the pipe and is read before the next look.
    if (this.#suspectedSince === since) {
      log("ffmpeg-mute", { pid: this.#ffmpeg?.pid }, "warn");
      this.#ffmpeg?.kill();
    }
    this.#suspectedSince = since;
  }

  #died(): void {
    this.#ffmpeg = undefined;
    this.#unansweredSince = undefined;
    if (this.#options.clock.local() - this.#startedAt > steadyMs) this.#deaths = 0;
    if (this.#deaths >= maxDeaths) return this.#options.onUnreadable();
    const delayMs = restartDelaysMs[Math.min(this.#deaths++, restartDelaysMs.length - 1)];
    log("ffmpeg-ended", { restartInMs: delayMs }, "warn");
    this.#restartTimer = setTimeout(() => this.#launch(false), delayMs);
  }

  #stop(): void {
    clearTimeout(this.#restartTimer);
    this.#stopFfmpeg();
    this.#stopFfmpeg = () => {};
    this.#ffmpeg = undefined;
  }
}
