import { decodeUplink } from "#app/domains/media/contract/frames.ts";
import type { FanOut } from "../../fan-out/fan-out.ts";
import type { Progressive } from "../../fan-out/progressive.ts";
import type { Memory } from "../../memory.ts";
import { Uplinks } from "../../uplinks.ts";

/** Packet numbers are reserved in storage in advance, a minute of sound at a time, so that none is used twice. */
const reserveAhead = 3_000;

/** The number of the next packet after a start: above all that an earlier life of this object may have used. */
export const firstPacketSeq = (memory: Memory): number => memory.get("packetSeq") ?? 0;

/** Passes sound from the agent's sockets to the listeners: only the stream on air is let through. */
export class Sound {
  readonly uplinks = new Uplinks();
  readonly #fanOut: FanOut;
  readonly #progressive: Progressive;
  readonly #memory: Memory;
  #stream: string | null = null;
  #isCut = true;
  #reserved: number;
  #lastPacketAt: number | null = null;

  constructor(fanOut: FanOut, progressive: Progressive, memory: Memory) {
    this.#fanOut = fanOut;
    this.#progressive = progressive;
    this.#memory = memory;
    this.#reserved = fanOut.nextSeq;
  }

  /** When the last packet of the stream on air arrived. */
  get lastPacketAt(): number | null {
    return this.#lastPacketAt;
  }

  /** Another stream is on air, or none. */
  carry(stream: string | null): void {
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#isCut = true;
    this.#lastPacketAt = null;
    this.#fanOut.endSound();
    this.#progressive.end();
  }

  /**
   * Handles one frame of the agent. Returns true for the first of a stream that is on air: from then on, silence is
   * significant.
   */
  receive(stream: string, socket: WebSocket, message: ArrayBuffer, now: number): boolean {
    const frame = decodeUplink(new Uint8Array(message));
    const accepted = frame && this.uplinks.accept(stream, socket, frame);
    if (frame === undefined || accepted === undefined || stream !== this.#stream) return false;
    if (frame.kind === "mp3") {
      this.#progressive.mp3(frame.payload, frame.at, now);
      return false;
    }
    const isFirst = this.#lastPacketAt === null;
    this.#lastPacketAt = now;
    if (this.#fanOut.nextSeq >= this.#reserved) {
      this.#reserved = this.#fanOut.nextSeq + reserveAhead;
      this.#memory.set("packetSeq", this.#reserved);
    }
    this.#fanOut.packet(frame.payload, frame.at, accepted.isDiscontinuity || this.#isCut, now);
    this.#progressive.opus(frame.payload, frame.at, now);
    this.#isCut = false;
    return isFirst;
  }
}
