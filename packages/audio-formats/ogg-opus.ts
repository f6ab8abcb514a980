/** Writes Ogg (RFC 3533) that carries Opus (RFC 7845). */
import { concat } from "./bytes.ts";
import { writeOpusHead } from "./ogg-head.ts";
import { lacingOf, pageFlags, writeOggPage } from "./ogg-pages.ts";
import { writeVorbisComments } from "./vorbis-comments.ts";

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
    const first = this.#writePage([writeOpusHead(options)], 0, pageFlags.first);
    const second = this.#writePage([writeOpusTags(options.comments)], 0, 0);
    return concat([first, second]);
  }

  /** One page of whole packets of 20 ms. A page holds at most 51 packets of at most 1,275 bytes. */
  page(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    this.#granule += packets.length * samplesPerPacket;
    return this.#writePage(packets, this.#granule, 0);
  }

  /** The empty last page. */
  end(): Uint8Array<ArrayBuffer> {
    return this.#writePage([], this.#granule, pageFlags.last);
  }

  #writePage(packets: readonly Uint8Array[], granule: number, flags: number): Uint8Array<ArrayBuffer> {
    const head = { serial: this.#serial, sequence: this.#page, flags, granule: BigInt(granule) };
    const page = writeOggPage(head, lacingOf(packets), packets);
    this.#page += 1;
    return page;
  }
}

/** Number of samples that decoders discard at the start of a stream that starts in the middle (RFC 7845: 80 ms). */
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

const writeOpusTags = (comments: Record<string, string>) =>
  concat([new TextEncoder().encode("OpusTags"), writeVorbisComments("Cue Music", comments)]);
