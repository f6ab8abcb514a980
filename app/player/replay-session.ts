import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { ReplayHandlers, ReplayOptions, ReplaySource, SeekableSession } from "./contract.ts";
import type { Engine, EngineFigures } from "./engines/engine.ts";
import { playerLimits } from "./limits.ts";
import type { Behind } from "./replay/behind.ts";
import type { ReplayRun } from "./replay/replay-run.ts";
import { forgetPosition, keepPosition, readPosition } from "./replay-positions.ts";
import { roomOf, silence } from "./session.ts";
import { openOutput, releaseOutput } from "./sound-output.ts";

/**
 * One replay, from the press of play to the stop or the end. What plays it is loaded with the first one; until then,
 * pauses and jumps are kept. Constructed in the click.
 */
export class ReplaySession implements SeekableSession {
  readonly replay = this;
  readonly source: ReplaySource;
  readonly room: RoomConnection | null;
  readonly #options: ReplayOptions;
  readonly #handlers: ReplayHandlers;
  readonly #context = openOutput();
  readonly #release: (() => void) | undefined;
  #run: ReplayRun | null = null;
  #behind: Behind | null = null;
  #position: number;
  #isPaused = false;
  #isEnded = false;
  /** Heard to the end: no position is remembered. */
  #isFinished = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #keepTimer = setInterval(() => this.#keep(), playerLimits.replay.rememberMs);

  constructor(source: ReplaySource, options: ReplayOptions, handlers: ReplayHandlers) {
    this.source = source;
    this.#options = options;
    this.#handlers = handlers;
    this.#position = this.#clamp(options.at ?? readPosition(source.id, source.duration));
    this.room = source.live && roomOf(source.live);
    this.#release = this.room?.retain();
    void this.#begin();
  }

  get engine(): Engine | null {
    return this.#run?.engine ?? null;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Position at the ear, ms. */
  get position(): number {
    return Math.min(this.#run?.position ?? this.#position, this.duration);
  }

  /** Duration as far as it is known, ms. */
  get duration(): number {
    return this.#run?.duration ?? this.source.duration;
  }

  figures(): EngineFigures {
    return this.#run?.figures() ?? silence;
  }

  setGain(gain: number): void {
    this.#options.gain = gain;
    this.#run?.setGain(gain);
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) releaseOutput();
    else openOutput();
    this.#run?.setPaused(isPaused);
    this.#behind?.setPaused(isPaused);
    this.#keep();
  }

  /** Seeks to this position (ms), or the end that is nearest to it. */
  seek(position: number): void {
    this.#position = this.#clamp(position);
    this.#run?.seek(this.#position);
    this.#behind?.onJump();
    this.#keep();
  }

  /** Remembers the position; not of what is on air, where LIVE is what one returns to. */
  #keep(): void {
    const isOwn = this.source.live === null && !this.#isEnded && !this.#isFinished;
    if (isOwn) keepPosition(this.source.id, this.position);
  }

  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#keep();
    this.#isEnded = true;
    clearInterval(this.#keepTimer);
    clearTimeout(this.#retryTimer);
    // Before anything is awaited: the next session may listen to the same room.
    this.#behind?.end();
    await this.#run?.stop();
    this.#release?.();
  }

  async #begin(): Promise<void> {
    const loaded = await import("./replay/on-replay.ts").catch(() => null);
    if (this.#isEnded) return;
    if (loaded === null) {
      this.#retryTimer = setTimeout(() => void this.#begin(), playerLimits.reloadMs);
      return;
    }
    const { gain, isLowData } = this.#options;
    this.#run = new loaded.ReplayRun(
      this.source,
      { context: this.#context, gain, isLowData, position: this.#position, isPaused: this.#isPaused },
      {
        onEvent: this.#handlers.onEvent,
        onEnd: () => {
          this.#isFinished = true;
          if (this.source.live === null) forgetPosition(this.source.id);
          this.#handlers.onEnd();
        },
        onGone: () => this.#handlers.onGone(),
      },
    );
    if (this.room === null) return;
    this.#behind = new loaded.Behind(this.room, this.source, () => this.position);
    if (this.#isPaused) this.#behind.setPaused(true);
  }

  #clamp(position: number): number {
    return Math.max(
      0,
      Math.min(position, this.duration - (this.source.isGrowing ? playerLimits.replay.tapedMs : 0)),
    );
  }
}
