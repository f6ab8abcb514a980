/** The pages of a replay's file as it arrives, from any byte on: packets with their positions. */
import { isOpusHeader } from "#packages/audio-formats/ogg-head.ts";
import { OggPackets } from "#packages/audio-formats/ogg-packets.ts";
import { OggPages, type OggPage as Page } from "#packages/audio-formats/ogg-pages.ts";
import { packetFrames, sampleRate } from "../playout/chunk.ts";

/** The samples before position 0, as the recording's header says: the encoder's delay. */
export const preSkip = 312;
const framesPerMs = sampleRate / 1000;

/** One page: where it is in the file, and the packets that end on it. */
export interface OggPage {
  /** Offset of its first byte. */
  offset: number;
  /** The byte after it: where the next page starts. */
  nextOffset: number;
  /** Position of its first packet, and of the end of its last one, ms. */
  start: number;
  end: number;
  packets: Uint8Array[];
  /** Serial number of its stream. */
  serial: number;
  /** The last of the file. */
  isLast: boolean;
  /** Its first packet started on a page that was not read, and is missing. */
  isPartial: boolean;
}

/** Turns bytes into pages. `offset`: where in the file the first of these bytes is. */
export class OggReader {
  readonly #pages: OggPages;
  readonly #packets = new OggPackets();

  /** `serial`: of the stream, where it is known. A page of another one is not a page. */
  constructor(offset: number, serial: number | null = null) {
    this.#pages = new OggPages({ offset, stream: serial ?? "first" });
  }

  /** Returns the pages that these bytes complete; header pages, which have no sound, are left out. */
  push(bytes: Uint8Array): OggPage[] {
    return this.#pages.push(bytes).flatMap((page) => this.#read(page) ?? []);
  }

  #read(page: Page): OggPage | null {
    const { packets, isPartial } = this.#packets.push(page);
    const { offset, serial, isLast } = page;
    const isHeader = packets[0] !== undefined && isOpusHeader(packets[0]);
    // A page on which no packet ends has no position of its own.
    if (isHeader || (packets.length === 0 && !isLast)) return null;
    const end = Number(page.granule) - preSkip;
    const start = end - packets.length * packetFrames;
    return {
      offset,
      nextOffset: offset + page.bytes.length,
      start: Math.max(0, start) / framesPerMs,
      end: Math.max(0, end) / framesPerMs,
      packets,
      serial,
      isLast,
      isPartial,
    };
  }
}
