import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import type { ListenOptions } from "#app/live/transport.ts";
import type { SoundSource } from "../engines/engine.ts";
import type { PlayoutBatch } from "../playout/chunk.ts";
import type { OggPage } from "./ogg.ts";
import type { ReplayFile } from "./replay-file.ts";

/** Sent ahead of the ear, still encoded: a busy page does not stop the sound. */
const sentAheadMs = 15_000;
const lookEveryMs = 250;
/** A decoder needs this much before a position to sound as if it had played there (RFC 7845, 4.6). */
const unheardMs = 80;

interface FeedOptions {
  file: Pick<ReplayFile, "goTo" | "heard" | "pageAt" | "pageAfter" | "isPast">;
  /** The position at the ear, ms; the position that was jumped to, until that is heard. */
  position: () => number;
  isPaused: () => boolean;
}

/** The packets of a replay, sent to a packet engine as it plays them. */
export class PacketFeed implements SoundSource {
  readonly #options: FeedOptions;
  #port: MessagePort | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The page whose packets were sent last; null where the position is still to be found. */
  #page: OggPage | null = null;
  /** Nothing was sent since the last jump. */
  #isFresh = true;
  #from = 0;
  /** The end of what was sent, ms. */
  #sentTo = 0;
  #jump = 0;
  #seq = 0;
  #hasSentAll = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Everything up to the end of the file was sent. */
  get hasSentAll(): boolean {
    return this.#hasSentAll;
  }

  listen(_options: ListenOptions, port: MessagePort): void {
    this.unlisten();
    this.#port = port;
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    this.jumpTo(this.#options.position());
  }

  unlisten(): void {
    clearInterval(this.#timer);
    this.#port?.close();
    this.#port = null;
  }

  serverNow(): number {
    return Date.now();
  }

  isFlowing(): boolean {
    return this.#page !== null && !this.#options.isPaused();
  }

  /** Sends from this position on. Returns the number of the jump. */
  jumpTo(position: number): number {
    this.#jump += 1;
    this.#page = null;
    this.#hasSentAll = false;
    this.#from = position;
    this.#sentTo = Math.max(0, position - unheardMs);
    this.#isFresh = true;
    this.#options.file.goTo(Math.max(0, position - unheardMs));
    this.look();
    return this.#jump;
  }

  /** Sends what is in memory, as far as the engine needs it. */
  look(): void {
    const { file, position } = this.#options;
    const heard = position();
    file.heard(heard);
    while (this.#port !== null && !this.#hasSentAll) {
      if (this.#page !== null && this.#sentTo - heard > sentAheadMs) return;
      const next = this.#page ? file.pageAfter(this.#page) : file.pageAt(this.#sentTo);
      if (next === undefined) {
        this.#hasSentAll = this.#page === null && file.isPast(this.#sentTo);
        return;
      }
      if (next === "end") this.#hasSentAll = true;
      else this.#send(next);
    }
  }

  #send(page: OggPage): void {
    const startOf = (index: number) => page.end - (page.packets.length - index) * packetMs;
    // A packet is sent where most of it is wanted; of bytes that have changed meanwhile, nothing is heard twice.
    const first = page.packets.findIndex((_, index) => startOf(index) > this.#sentTo - packetMs / 2);
    this.#page = page;
    this.#hasSentAll = page.isLast;
    if (first === -1) return;
    const at = startOf(first);
    const packets = page.packets.slice(first);
    const batch: PlayoutBatch = {
      isDiscontinuity: this.#isFresh || at - this.#sentTo > packetMs / 2,
      seq: this.#seq,
      at,
      packets,
      jump: this.#jump,
      unheard: packets.filter((_, index) => at + index * packetMs < this.#from - packetMs / 2).length,
    };
    this.#isFresh = false;
    this.#seq = (this.#seq + packets.length) >>> 0;
    this.#sentTo = page.end;
    this.#port?.postMessage(batch);
  }
}
