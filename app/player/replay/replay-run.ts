import { anchorsOf } from "#app/domains/air/replays/anchors.ts";
import type { TapeAnchor } from "#app/domains/air/replays/tape-index.ts";
import { timeAt } from "#app/domains/air/replays/timeline.ts";
import { showToast } from "../../ui/toast.tsx";
import type { ReplaySource } from "../contract.ts";
import type { EngineFigures, ReplayEngine } from "../engines/engine.ts";
import { Ladder, type LadderEvent } from "../engines/ladder.ts";
import { playerLimits } from "../limits.ts";
import { silence } from "../session.ts";
import { PacketFeed } from "./packet-feed.ts";
import { ReplayFile } from "./replay-file.ts";
import { replayPlan } from "./replay-plan.ts";

/** Minimum silence after a jump that is reported. */
const quietJumpMs = 600;
const lookEveryMs = 250;
/** A complete recording that is played up to here is over. */
const endMs = 150;

export interface ReplayRunHandlers {
  onEvent: (event: Exclude<LadderEvent, { type: "failed" }> | { type: "failed" }) => void;
  /** The end of the recording was heard. */
  onEnd: () => void;
  /** It may not be heard any more. */
  onGone: () => void;
}

export interface ReplayRunOptions {
  context: AudioContext | null;
  gain: number;
  isLowData: boolean;
  /** Start, ms. */
  position: number;
  isPaused: boolean;
}

/** Plays a replay: its file, the feed of its packets, and the engine. Loaded with the first one. */
export class ReplayRun {
  readonly #source: ReplaySource;
  readonly #options: ReplayRunOptions;
  readonly #handlers: ReplayRunHandlers;
  readonly #anchors: TapeAnchor[];
  readonly #file: ReplayFile;
  readonly #feed: PacketFeed;
  readonly #timer = setInterval(() => this.#lookForEnd(), lookEveryMs);
  #ladder: Ladder<ReplayEngine>;
  /** Position where the sound is to be until it is there. */
  #target: number;
  #isPaused: boolean;
  #isSounding = false;
  #hasSounded = false;
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #openedAt = performance.now();
  #jumpedAt = -quietJumpMs;
  #isOver = false;

  constructor(source: ReplaySource, options: ReplayRunOptions, handlers: ReplayRunHandlers) {
    this.#source = source;
    this.#anchors = anchorsOf(source);
    this.#options = options;
    this.#handlers = handlers;
    this.#target = options.position;
    this.#isPaused = options.isPaused;
    this.#file = new ReplayFile(source, {
      isLowData: options.isLowData,
      onPages: () => this.#feed.look(),
      onGone: () =>
        this.#over(() => {
          showToast("warning", "This recording is no longer available.");
          handlers.onGone();
        }),
    });
    this.#feed = new PacketFeed({
      file: this.#file,
      position: () => this.position,
      isPaused: () => this.#isPaused,
    });
    this.#ladder = this.#climb();
  }

  get engine(): ReplayEngine | null {
    return this.#ladder.engine;
  }

  /** Position at the ear, ms; where the sound is to be, until it is there. */
  get position(): number {
    const heard = this.#hasSounded ? (this.engine?.figures().heardAt ?? null) : null;
    return heard === null ? this.#target : Math.max(0, heard);
  }

  /** Duration as far as it is known, ms. */
  get duration(): number {
    if (this.#file.isComplete) return this.#file.endMs;
    // What is on air has grown by the time that has passed.
    const grownMs = this.#source.isGrowing ? performance.now() - this.#openedAt : 0;
    return Math.max(this.#source.duration + grownMs, this.#file.endMs);
  }

  /** Returns figures like those of a room: `heardAt` is the time at which it was live. */
  figures(): EngineFigures {
    const figures = this.engine?.figures() ?? silence;
    const heardAt = this.#isSounding ? timeAt(this.#anchors, this.position) : null;
    return { ...figures, heardAt };
  }

  setGain(gain: number): void {
    this.#options.gain = gain;
    this.#ladder.setGain(gain);
  }

  setPaused(isPaused: boolean): void {
    this.#target = this.position;
    this.#isPaused = isPaused;
    clearTimeout(this.#quietTimer);
    this.engine?.setPaused(isPaused);
  }

  /** Seeks to this position, ms. */
  seek(position: number): void {
    this.#target = position;
    this.#hasSounded = false;
    this.#isSounding = false;
    this.#jumpedAt = performance.now();
    if (this.engine && !this.#isPaused) this.#reportSilence({ type: "starved", engine: this.engine.name });
    const jump = this.engine?.name === "element" ? 0 : this.#feed.jumpTo(position);
    this.engine?.jumpTo(position, jump);
  }

  async stop(): Promise<void> {
    this.#close();
    await this.#ladder.stop();
  }

  #climb(): Ladder<ReplayEngine> {
    const { context, gain } = this.#options;
    const { mp3 } = this.#source;
    const host = {
      sound: this.#feed,
      isReplay: true,
      context,
      listen: { listenClass: "normal", behindMs: 0 } as const,
      url: () => mp3,
      gain,
    };
    const ladder = new Ladder<ReplayEngine>(
      host,
      replayPlan(mp3 !== null, () => this.position),
      (event) => this.#onLadder(event),
    );
    this.#ladder = ladder;
    ladder.start();
    if (this.#isPaused) ladder.engine?.setPaused(true);
    return ladder;
  }

  #onLadder(event: LadderEvent): void {
    if (this.#isOver) return;
    if (event.type === "failed") {
      this.#fallBack(event);
      return;
    }
    clearTimeout(this.#quietTimer);
    this.#isSounding = event.type === "sounding";
    if (this.#isSounding) {
      this.#hasSounded = true;
      this.#handlers.onEvent(event);
      return;
    }
    // While it is paused, the silence is what was asked for.
    if (this.#isPaused) return;
    this.#reportSilence(event);
  }

  #reportSilence(event: Exclude<LadderEvent, { type: "failed" }>): void {
    clearTimeout(this.#quietTimer);
    const waitMs = Math.max(0, this.#jumpedAt + quietJumpMs - performance.now());
    this.#quietTimer = setTimeout(() => this.#handlers.onEvent(event), waitMs);
  }

  /** Every engine has failed: the network is down, or the server has nothing now. */
  #fallBack({ engine }: LadderEvent): void {
    this.#target = this.position;
    this.#hasSounded = false;
    this.#isSounding = false;
    this.#handlers.onEvent({ type: "starved", engine });
    this.#handlers.onEvent({ type: "failed" });
    void this.#ladder.stop();
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => this.#climb(), playerLimits.reloadMs);
  }

  #lookForEnd(): void {
    if (this.#isOver || this.#isPaused || this.#isSounding) return;
    const { engine } = this;
    if (engine === null) return;
    const hasAll = engine.name === "element" ? !this.#source.isGrowing : this.#feed.hasSentAll;
    const isAtEnd = this.position >= this.duration - endMs;
    if (hasAll && (isAtEnd || (this.#hasSounded && engine.figures().bufferMs < endMs))) {
      this.#over(this.#handlers.onEnd);
    }
  }

  #over(then: () => void): void {
    if (this.#isOver) return;
    this.#close();
    then();
  }

  #close(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#reloadTimer);
    this.#file.close();
  }
}
