/** Ogg pages (RFC 3533): cut from a byte stream, and written. */
import { concat } from "./bytes.ts";

const headerBytes = 27;
/** "OggS", version 0. */
const magic = [0x4f, 0x67, 0x67, 0x53, 0];
/** Bits of a page's flags. */
export const pageFlags = { continued: 1, first: 2, last: 4 } as const;
/** A page holds packets of at most this many segments together. */
export const maxOggSegments = 255;
/** The number of segments that a packet of this length takes. */
export const segmentsOf = (byteLength: number): number => Math.floor(byteLength / 255) + 1;

export interface OggPage {
  /** Offset of its first byte in the stream of bytes. */
  offset: number;
  serial: number;
  /** The number of the page in its logical stream. */
  sequence: number;
  /** Position at the end of the last packet that ends on it; −1 where none does. */
  granule: bigint;
  flags: number;
  /** The first page of a logical stream. */
  isFirst: boolean;
  isLast: boolean;
  /** It starts with the rest of a packet. */
  isContinued: boolean;
  /** Bytes between the page before and this one were none of a page. */
  isAfterGap: boolean;
  /** The lengths of its segments; one of less than 255 ends a packet. */
  lacing: Uint8Array;
  body: Uint8Array;
  /** The page as it came. */
  bytes: Uint8Array;
}

interface OggPagesOptions {
  /** Offset of the first byte; 0 if left out. */
  offset?: number;
  /**
   * The logical stream whose pages are read, by its serial number; `first`: that of the first page; all if left out. Pages
   * of others are not recognized as pages.
   */
  stream?: number | "first";
}

/** Finds pages in bytes as they arrive, from any byte on. Broken bytes are skipped. Checksums are not compared. */
export class OggPages {
  #pending: Uint8Array = new Uint8Array();
  #offset: number;
  #stream: number | "first" | undefined;
  #isAfterGap = false;

  constructor({ offset = 0, stream }: OggPagesOptions = {}) {
    this.#offset = offset;
    this.#stream = stream;
  }

  /** Returns the pages that these bytes complete. Their bytes are views of those that were pushed. */
  push(bytes: Uint8Array): OggPage[] {
    this.#pending = this.#pending.length === 0 ? bytes : concat([this.#pending, bytes]);
    const pages: OggPage[] = [];
    let at = 0;
    for (;;) {
      const start = this.#findPage(at);
      if (start > at) this.#isAfterGap = true;
      at = start;
      const length = this.#lengthOf(start);
      if (length === null || start + length > this.#pending.length) break;
      const page = readPage(this.#pending.subarray(start, start + length), this.#offset + start);
      if (this.#stream === "first") this.#stream = page.serial;
      pages.push({ ...page, isAfterGap: this.#isAfterGap });
      this.#isAfterGap = false;
      at = start + length;
    }
    this.#offset += at;
    this.#pending = this.#pending.subarray(at);
    return pages;
  }

  /** The first byte from `from` on that may start a page of this stream. */
  #findPage(from: number): number {
    for (let at = from; ; at++) {
      at = this.#pending.indexOf(magic[0] as number, at);
      if (at < 0) return this.#pending.length;
      if (this.#mayStart(at)) return at;
    }
  }

  /** True where a page may start; what has not arrived yet may be right. */
  #mayStart(at: number): boolean {
    const known = Math.min(magic.length, this.#pending.length - at);
    for (let index = 1; index < known; index++) if (this.#pending[at + index] !== magic[index]) return false;
    if (typeof this.#stream !== "number" || this.#pending.length < at + 18) return true;
    return viewOf(this.#pending).getUint32(at + 14, true) === this.#stream;
  }

  /** The bytes of the page, or null where its header is not complete. */
  #lengthOf(start: number): number | null {
    const segments = this.#pending[start + headerBytes - 1];
    if (segments === undefined || this.#pending.length < start + headerBytes + segments) return null;
    let length = headerBytes + segments;
    for (let index = 0; index < segments; index++) length += this.#pending[start + headerBytes + index] ?? 0;
    return length;
  }
}

function readPage(bytes: Uint8Array, offset: number): Omit<OggPage, "isAfterGap"> {
  const view = viewOf(bytes);
  const flags = view.getUint8(5);
  const bodyStart = headerBytes + view.getUint8(headerBytes - 1);
  return {
    offset,
    serial: view.getUint32(14, true),
    sequence: view.getUint32(18, true),
    granule: view.getBigInt64(6, true),
    flags,
    isFirst: (flags & pageFlags.first) !== 0,
    isLast: (flags & pageFlags.last) !== 0,
    isContinued: (flags & pageFlags.continued) !== 0,
    lacing: bytes.subarray(headerBytes, bodyStart),
    body: bytes.subarray(bodyStart),
    bytes,
  };
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export interface OggPageHead {
  serial: number;
  sequence: number;
  flags: number;
  granule: bigint;
}

/** Returns a page with its checksum. Throws a RangeError for more than 255 segments. */
export function writeOggPage(
  { serial, sequence, flags, granule }: OggPageHead,
  lacing: Uint8Array | readonly number[],
  body: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  if (lacing.length > maxOggSegments) throw new RangeError("too much for one page");
  const page = concat([new Uint8Array(headerBytes), Uint8Array.from(lacing), ...body]);
  const view = viewOf(page);
  page.set([...magic, flags]);
  view.setBigInt64(6, granule, true);
  view.setUint32(14, serial, true);
  view.setUint32(18, sequence, true);
  view.setUint8(headerBytes - 1, lacing.length);
  view.setUint32(22, checksum(page), true);
  return page;
}

/** Returns the lengths of the segments of whole packets; the last one continues on the next page where `isOpen`. */
export function lacingOf(packets: readonly Uint8Array[], { isOpen = false } = {}): number[] {
  return packets.flatMap(({ byteLength }, index) => {
    const full = Array.from({ length: segmentsOf(byteLength) - 1 }, () => 255);
    return isOpen && index === packets.length - 1 ? full : [...full, byteLength % 255];
  });
}

/** Ogg's CRC has the usual polynomial, but not the usual bit order and inversions. */
const checksumTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

function checksum(page: Uint8Array): number {
  let value = 0;
  for (const byte of page) value = (value << 8) ^ (checksumTable[((value >>> 24) ^ byte) & 255] ?? 0);
  return value >>> 0;
}
