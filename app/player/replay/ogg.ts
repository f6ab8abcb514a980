/**
 * Reads Ogg Opus (RFC 3533, RFC 7845) as it arrives, from any byte on. Checksums are not compared: what TLS has
 * delivered is intact, and a wrong start is recognized by the serial number.
 */

import { concat } from "#packages/audio-formats/bytes.ts";
import { packetFrames, sampleRate } from "../playout/chunk.ts";

const headerBytes = 27;
/** The samples before position 0, as the recording's header says: the encoder's delay. */
export const preSkip = 312;
const framesPerMs = sampleRate / 1000;

/** One page: where it is in the file, and the packets that end on it. */
export interface OggPage {
  /** Of its first byte. */
  offset: number;
  /** The byte after it: where the next page starts. */
  nextOffset: number;
  /** Position of its first packet, and of the end of its last one, ms. */
  start: number;
  end: number;
  packets: Uint8Array[];
  /** Of its stream. */
  serial: number;
  /** The last of the file. */
  isLast: boolean;
  /** Its first packet started on a page that was not read, and is missing. */
  isPartial: boolean;
}

/** Turns bytes into pages. `offset`: where in the file the first of these bytes is. */
export class OggReader {
  #offset: number;
  #waiting = new Uint8Array();
  #serial: number | null;
  /** The packet that continues on the next page; null where its start is unknown. */
  #open: Uint8Array[] | null = null;

  /** `serial`: of the stream, where it is known. A page of another one is not a page. */
  constructor(offset: number, serial: number | null = null) {
    this.#offset = offset;
    this.#serial = serial;
  }

  /** Returns the pages that these bytes complete; header pages, which have no sound, are left out. */
  push(bytes: Uint8Array): OggPage[] {
    this.#waiting = this.#waiting.length === 0 ? bytes.slice() : concat([this.#waiting, bytes]);
    const pages: OggPage[] = [];
    let at = 0;
    for (;;) {
      const start = this.#findPage(at);
      const size = this.#sizeOf(start);
      at = start;
      if (size === null || start + size > this.#waiting.length) break;
      const page = this.#read(start, size);
      if (page) pages.push(page);
      at = start + size;
    }
    this.#offset += at;
    this.#waiting = this.#waiting.slice(at);
    return pages;
  }

  /** The first byte from `from` on that may start a page of this stream. */
  #findPage(from: number): number {
    for (let at = from; ; at++) {
      at = this.#waiting.indexOf(0x4f, at);
      if (at === -1) return this.#waiting.length;
      if (this.#mayStart(at)) return at;
      // It is not the continuation of what was read before.
      this.#open = null;
    }
  }

  #mayStart(at: number): boolean {
    // "OggS", version 0; what has not arrived yet may be right.
    const known = this.#waiting.subarray(at, at + 5);
    if (!known.every((byte, index) => byte === magic[index])) return false;
    if (this.#waiting.length < at + 18 || this.#serial === null) return true;
    return this.#view().getUint32(at + 14, true) === this.#serial;
  }

  /** The bytes of the page, or null where its header is not complete. */
  #sizeOf(start: number): number | null {
    const segments = this.#waiting[start + headerBytes - 1];
    const lacing = this.#waiting.subarray(start + headerBytes, start + headerBytes + (segments ?? 0));
    if (segments === undefined || lacing.length < segments) return null;
    return headerBytes + segments + lacing.reduce((sum, length) => sum + length, 0);
  }

  #read(start: number, size: number): OggPage | null {
    const view = this.#view();
    const flags = view.getUint8(start + 5);
    const granule = Number(view.getBigInt64(start + 6, true));
    this.#serial ??= view.getUint32(start + 14, true);
    const { packets, isPartial } = this.#packetsOf(start, (flags & 1) === 1);
    const isLast = (flags & 4) === 4;
    const isHeader = packets[0] !== undefined && isOpusHeader(packets[0]);
    // A page on which no packet ends has no position of its own.
    if (isHeader || (packets.length === 0 && !isLast)) return null;
    const end = Math.max(0, granule - preSkip) / framesPerMs;
    const first = granule - packets.length * packetFrames - preSkip;
    return {
      offset: this.#offset + start,
      nextOffset: this.#offset + start + size,
      start: Math.max(0, first) / framesPerMs,
      end,
      packets,
      serial: this.#serial,
      isLast,
      isPartial,
    };
  }

  #packetsOf(start: number, isContinued: boolean): { packets: Uint8Array[]; isPartial: boolean } {
    const segments = this.#waiting[start + headerBytes - 1] ?? 0;
    const lacing = this.#waiting.subarray(start + headerBytes, start + headerBytes + segments);
    const packets: Uint8Array[] = [];
    let at = start + headerBytes + segments;
    let parts = isContinued ? this.#open : [];
    const isPartial = parts === null;
    let from = at;
    let isOpen = false;
    for (const length of lacing) {
      at += length;
      isOpen = length === 255;
      if (isOpen) continue;
      // A packet ends with the first piece that is shorter than 255, even if that is empty.
      const rest = this.#waiting.slice(from, at);
      if (parts !== null) packets.push(parts.length === 0 ? rest : concat([...parts, rest]));
      parts = [];
      from = at;
    }
    this.#open = !isOpen ? [] : parts && [...parts, this.#waiting.slice(from, at)];
    return { packets, isPartial };
  }

  #view(): DataView {
    const { buffer, byteOffset, byteLength } = this.#waiting;
    return new DataView(buffer, byteOffset, byteLength);
  }
}

const magic = [0x4f, 0x67, 0x67, 0x53, 0];

/** `OpusHead` and `OpusTags`. */
function isOpusHeader(packet: Uint8Array): boolean {
  return packet.length >= 8 && String.fromCharCode(...packet.subarray(0, 4)) === "Opus";
}
