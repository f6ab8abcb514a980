import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { TapeBatch, TapeSubject } from "../../contract.ts";
import { type Numbers, noNumbers, type TapedSource } from "./taped-source.ts";

/** More than 5 s of Opus packets: in real time a batch is closed before. */
const fullPackets = 300;
/** More than 5 s of both renditions, but little of what is sent again at once. */
const fullBytes = 512 * 1_024;
const lengthBytes = 4;

/** A source's frames for one broadcast, as they arrived. */
export class Batch {
  readonly source: TapedSource;
  readonly subject: TapeSubject;
  readonly numbers: Numbers = noNumbers();
  #messages: ArrayBuffer[] = [];
  #bytes = 0;
  #packets = 0;
  #hasSound = false;

  constructor(source: TapedSource, subject: TapeSubject) {
    this.source = source;
    this.subject = subject;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get packets(): number {
    return this.#packets;
  }

  get isFull(): boolean {
    return this.#packets >= fullPackets || this.#bytes >= fullBytes;
  }

  /** False for levels alone. */
  get hasSound(): boolean {
    return this.#hasSound;
  }

  add({ kind, seq }: UplinkFrame, message: ArrayBuffer): void {
    this.numbers[kind].add(seq);
    this.#messages.push(message);
    this.#bytes += lengthBytes + message.byteLength;
    if (kind === "opus") this.#packets += 1;
    if (kind !== "levels") this.#hasSound = true;
  }

  toTapeBatch(): TapeBatch {
    const frames = new Uint8Array(this.#bytes);
    const view = new DataView(frames.buffer);
    let offset = 0;
    for (const message of this.#messages) {
      view.setUint32(offset, message.byteLength);
      frames.set(new Uint8Array(message), offset + lengthBytes);
      offset += lengthBytes + message.byteLength;
    }
    const { connection, held } = this.source;
    return { subject: this.subject, connection, held, frames };
  }

  /** Forgets the bytes: the tape has received them. */
  release(): void {
    this.#messages = [];
    this.#bytes = 0;
  }
}
