/** Cuts a byte stream into Ogg pages and their packets (RFC 3533). Broken bytes are skipped up to the next page. */
import { maxPacketBytes, SourceFault } from "./source-limits.ts";

const headerBytes = 27;
const capturePattern = Buffer.from("OggS");
/** Bits of a page's flags. */
const continued = 1;
const first = 2;
const last = 4;

export interface OggPage {
  serial: number;
  /** The first page of a logical stream. */
  isFirst: boolean;
  /** It starts with the rest of a packet. */
  isContinued: boolean;
  /** The page as it came. */
  bytes: Buffer;
}

export class OggPages {
  #pending: Buffer = Buffer.alloc(0);

  push(bytes: Buffer): OggPage[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const pages: OggPage[] = [];
    for (;;) {
      const start = this.#pending.indexOf(capturePattern);
      if (start < 0) {
        this.#pending = this.#pending.subarray(Math.max(0, this.#pending.length - 3));
        return pages;
      }
      if (start > 0) this.#pending = this.#pending.subarray(start);
      const length = this.#pageLength();
      if (length === undefined || this.#pending.length < length) return pages;
      pages.push(readPage(this.#pending.subarray(0, length)));
      this.#pending = this.#pending.subarray(length);
    }
  }

  #pageLength(): number | undefined {
    if (this.#pending.length < headerBytes) return undefined;
    const segments = this.#pending[26] ?? 0;
    if (this.#pending.length < headerBytes + segments) return undefined;
    let length = headerBytes + segments;
    for (let index = 0; index < segments; index++) length += this.#pending[headerBytes + index] ?? 0;
    return length;
  }
}

function readPage(bytes: Buffer): OggPage {
  const flags = bytes[5] ?? 0;
  return {
    serial: bytes.readUInt32LE(14),
    isFirst: (flags & first) !== 0,
    isContinued: (flags & continued) !== 0,
    bytes,
  };
}

/** Reassembles the packets of one logical stream. Holds only the start of the packet that is not complete yet. */
export class OggPackets {
  #unfinished: Buffer[] | undefined;
  #unfinishedBytes = 0;

  /**
   * Returns the packets that end on this page, complete. Throws a SourceFault for one that is larger than any sound.
   */
  push({ bytes, isContinued }: OggPage): Buffer[] {
    const segments = bytes[26] ?? 0;
    // A packet whose start was lost before we joined is dropped.
    let parts = isContinued ? this.#unfinished : [];
    if (!isContinued) this.#unfinishedBytes = 0;
    const packets: Buffer[] = [];
    let start = headerBytes + segments;
    let end = start;
    for (let index = 0; index < segments; index++) {
      const lacing = bytes[headerBytes + index] ?? 0;
      end += lacing;
      if (lacing === 255) continue;
      if (parts) packets.push(Buffer.concat([...parts, bytes.subarray(start, end)]));
      parts = [];
      this.#unfinishedBytes = 0;
      start = end;
    }
    if (end > start && parts) {
      this.#unfinishedBytes += end - start;
      if (this.#unfinishedBytes > maxPacketBytes)
        throw new SourceFault("headers", `a packet of more than ${maxPacketBytes} bytes`);
      // A copy: a slice would keep the whole received buffer in memory.
      parts.push(Buffer.from(bytes.subarray(start, end)));
    }
    this.#unfinished = end > start ? parts : undefined;
    return packets;
  }
}

/**
 * Puts the first packet of sound on a page of its own, marked as the last one and ending at sample 0, so that ffmpeg
 * drops what it decodes from it. A Vorbis packet overlaps with the one before, so the first packet of a stream has no
 * sound of its own. But where one stream follows another, the decoder of ffmpeg 5.1 does not know that the packet is
 * the first, overlaps it with nothing, and plays half a short block (2.9 ms at 44.1 kHz) that fades in at every title.
 * Returns the page unchanged where no packet starts and ends on it.
 */
export function withFirstPacketApart(page: OggPage): Buffer {
  const { bytes, isContinued } = page;
  const segments = bytes[26] ?? 0;
  const lacing = bytes.subarray(headerBytes, headerBytes + segments);
  const lastOfFirst = lacing.findIndex((size) => size < 255);
  if (isContinued || lastOfFirst < 0) return bytes;
  const firstLacing = lacing.subarray(0, lastOfFirst + 1);
  const body = bytes.subarray(headerBytes + segments);
  const firstBytes = firstLacing.reduce((sum, size) => sum + size, 0);
  const { serial } = page;
  const sequence = bytes.readUInt32LE(18);
  const apart = makePage(
    { serial, sequence, flags: last, granule: 0n },
    firstLacing,
    body.subarray(0, firstBytes),
  );
  if (firstLacing.length === segments) return apart;
  const rest = { serial, sequence, flags: bytes[5] ?? 0, granule: bytes.readBigInt64LE(6) };
  return Buffer.concat([
    apart,
    makePage(rest, lacing.subarray(firstLacing.length), body.subarray(firstBytes)),
  ]);
}

/** `lacing`: the lengths of the segments of the body, at most 255 (RFC 3533, section 6). */
export function makePage(
  head: { serial: number; sequence: number; flags: number; granule: bigint },
  lacing: Uint8Array,
  body: Uint8Array,
): Buffer {
  const page = Buffer.concat([Buffer.alloc(headerBytes), lacing, body]);
  capturePattern.copy(page);
  page[5] = head.flags;
  page.writeBigInt64LE(head.granule, 6);
  page.writeUInt32LE(head.serial, 14);
  page.writeUInt32LE(head.sequence, 18);
  page[26] = lacing.length;
  page.writeUInt32LE(checksum(page), 22);
  return page;
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
