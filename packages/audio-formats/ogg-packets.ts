/** The packets of an Ogg stream (RFC 3533), from its pages. */
import { concat } from "./bytes.ts";
import { type OggPage, type OggPageHead, pageFlags, writeOggPage } from "./ogg-pages.ts";

/** A packet is larger than the reader allows. */
export class PacketTooLarge extends Error {}

interface EndedPackets {
  /** Complete, as copies. */
  packets: Uint8Array<ArrayBuffer>[];
  /** A packet that ends on this page is missing, because its start was not read. */
  isPartial: boolean;
}

/** Reassembles the packets of one logical stream. Holds only the start of the packet that is not complete yet. */
export class OggPackets {
  #unfinished: Uint8Array[] | undefined;
  #unfinishedBytes = 0;
  readonly #maxBytes: number;

  constructor({ maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the packets that end on this page. Throws `PacketTooLarge` for one of more than `maxBytes`. */
  push({ lacing, body, isContinued, isAfterGap }: OggPage): EndedPackets {
    // A packet whose start was lost before we joined is dropped.
    let parts = isContinued ? (isAfterGap ? undefined : this.#unfinished) : [];
    const isPartial = parts === undefined;
    if (!isContinued) this.#unfinishedBytes = 0;
    const packets: Uint8Array<ArrayBuffer>[] = [];
    let start = 0;
    let end = 0;
    let isOpen = false;
    for (const length of lacing) {
      end += length;
      isOpen = length === 255;
      if (isOpen) continue;
      // A packet ends with the first segment that is shorter than 255, even if that is empty.
      if (parts) packets.push(concat([...parts, body.subarray(start, end)]));
      parts = [];
      this.#unfinishedBytes = 0;
      start = end;
    }
    if (isOpen && parts) {
      this.#unfinishedBytes += end - start;
      if (this.#unfinishedBytes > this.#maxBytes)
        throw new PacketTooLarge(`a packet of more than ${this.#maxBytes} bytes`);
      // A copy: a slice would keep the whole received buffer in memory.
      parts.push(body.slice(start, end));
    }
    this.#unfinished = isOpen ? parts : undefined;
    return { packets, isPartial };
  }
}

/**
 * Puts the first packet of sound on a page of its own, marked as the last one and ending at sample 0, so that ffmpeg
 * drops what it decodes from it. A Vorbis packet overlaps with the one before, so the first packet of a stream has no
 * sound of its own. But where one stream follows another, the decoder of ffmpeg 5.1 does not know that the packet is
 * the first, overlaps it with nothing, and plays half a short block (2.9 ms at 44.1 kHz) that fades in at every title.
 * Returns the page unchanged where no packet starts and ends on it.
 */
export function withFirstPacketApart(page: OggPage): Uint8Array {
  const { bytes, isContinued, lacing, body, serial, sequence } = page;
  const lastOfFirst = lacing.findIndex((size) => size < 255);
  if (isContinued || lastOfFirst < 0) return bytes;
  const firstLacing = lacing.subarray(0, lastOfFirst + 1);
  const firstBytes = firstLacing.reduce((sum, size) => sum + size, 0);
  const head: OggPageHead = { serial, sequence, flags: pageFlags.last, granule: 0n };
  const apart = writeOggPage(head, firstLacing, [body.subarray(0, firstBytes)]);
  if (firstLacing.length === lacing.length) return apart;
  return concat([
    apart,
    writeOggPage(page, lacing.subarray(firstLacing.length), [body.subarray(firstBytes)]),
  ]);
}
