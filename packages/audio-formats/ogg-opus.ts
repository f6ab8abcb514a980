/** Writes Ogg pages (RFC 3533) that carry Opus (RFC 7845). */
import { concat, uint32 } from "./bytes.ts";

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) ^ (crcTable[(value >>> 24) ^ byte] ?? 0)) >>> 0;
  return value;
}

const headerBytes = 27;
/** A page holds packets of at most this many segments together. */
export const maxOggSegments = 255;
/** The number of segments that a packet of this length takes. */
export const segmentsOf = (byteLength: number): number => Math.floor(byteLength / 255) + 1;

/** Samples of 48 kHz in one packet of the live path (20 ms). */
export const samplesPerPacket = 960;

/** One logical Opus stream, from its first page on. */
export class OggOpusWriter {
  readonly #serial: number;
  #page: number;
  #granule: number;

  /**
   * `serial` distinguishes streams; any 32-bit number. `granule`: how many samples came before. `page`: the number of the
   * next page, where an earlier writer has written the pages before it.
   */
  constructor(serial: number, { granule = 0, page = 0 } = {}) {
    this.#serial = serial >>> 0;
    this.#granule = granule;
    this.#page = page;
  }

  get granule(): number {
    return this.#granule;
  }

  /** The two pages at the start of every stream. Comments are Vorbis comments, such as `TITLE`. */
  head(options: {
    channels: 1 | 2;
    preSkip: number;
    comments: Record<string, string>;
  }): Uint8Array<ArrayBuffer> {
    const first = this.#writePage([opusHead(options.channels, options.preSkip)], 0, 2);
    const second = this.#writePage([opusTags(options.comments)], 0, 0);
    return concat([first, second]);
  }

  /** One page of whole packets of 20 ms. A page holds at most 51 packets of at most 1,275 bytes. */
  page(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    this.#granule += packets.length * samplesPerPacket;
    return this.#writePage(packets, this.#granule, 0);
  }

  /** The empty last page. */
  end(): Uint8Array<ArrayBuffer> {
    return this.#writePage([], this.#granule, 4);
  }

  #writePage(packets: readonly Uint8Array[], granule: number, flags: number): Uint8Array<ArrayBuffer> {
    const lacing = packets.flatMap(({ byteLength }) => [
      ...Array.from({ length: segmentsOf(byteLength) - 1 }, () => 255),
      byteLength % 255,
    ]);
    if (lacing.length > maxOggSegments) throw new RangeError("too much for one page");
    const body = packets.reduce((sum, packet) => sum + packet.byteLength, 0);
    const page = new Uint8Array(headerBytes + lacing.length + body);
    const view = new DataView(page.buffer);
    page.set([0x4f, 0x67, 0x67, 0x53, 0, flags]);
    view.setBigUint64(6, BigInt(granule), true);
    view.setUint32(14, this.#serial, true);
    view.setUint32(18, this.#page, true);
    view.setUint8(26, lacing.length);
    page.set(lacing, headerBytes);
    let offset = headerBytes + lacing.length;
    for (const packet of packets) {
      page.set(packet, offset);
      offset += packet.byteLength;
    }
    view.setUint32(22, crc(page), true);
    this.#page += 1;
    return page;
  }
}

/** What decoders discard at the start of a stream that starts in the middle (RFC 7845: 80 ms). */
const preSkip = 3_840;

/**
 * A listener's Ogg Opus: comments can only change with a new logical stream, so each title starts one (RFC 3533,
 * chaining).
 */
export class OggOpusChain {
  #link: OggOpusWriter;
  #title: string;

  constructor(title: string) {
    this.#link = new OggOpusWriter(randomSerial());
    this.#title = title;
  }

  head(): Uint8Array<ArrayBuffer> {
    return this.#link.head({ channels: 2, preSkip, comments: commentsOf(this.#title) });
  }

  page(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    return this.#link.page(packets);
  }

  /**
   * The end of the stream so far and the head of the next, or nothing where the title is the same. No sample is lost
   * and time continues: the packets are from one encoder, so nothing has to be skipped, and the granules are not reset.
   */
  retitle(title: string): Uint8Array<ArrayBuffer> | null {
    if (title === this.#title) return null;
    this.#title = title;
    const last = this.#link.end();
    this.#link = new OggOpusWriter(randomSerial(), { granule: this.#link.granule });
    return concat([last, this.#link.head({ channels: 2, preSkip: 0, comments: commentsOf(title) })]);
  }

  end(): Uint8Array<ArrayBuffer> {
    return this.#link.end();
  }
}

const randomSerial = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

const commentsOf = (title: string): Record<string, string> => (title === "" ? {} : { TITLE: title });

const text = new TextEncoder();

function opusHead(channels: number, preSkip: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(text.encode("OpusHead"));
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 48_000, true);
  return head;
}

function opusTags(comments: Record<string, string>): Uint8Array {
  const vendor = lengthFirst("Cue Music");
  const list = Object.entries(comments).map(([name, value]) => lengthFirst(`${name}=${value}`));
  return concat([text.encode("OpusTags"), vendor, littleEndian(list.length), ...list]);
}

const littleEndian = (value: number) => uint32(value, { isLittleEndian: true });

function lengthFirst(value: string): Uint8Array {
  const bytes = text.encode(value);
  return concat([littleEndian(bytes.byteLength), bytes]);
}
