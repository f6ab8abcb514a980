/**
 * Ogg from an encoder: Vorbis, Opus or FLAC, also as a chain of streams (many encoders begin a new one with each
 * title). Pages of other kinds (video, skeleton) go no further.
 */
import type { Codec } from "#app/domains/media/contract/control.ts";
import { packetMs } from "#app/domains/media/contract/frames.ts";
import { type OggPage, OggPages } from "./ogg.ts";
import { readComments } from "./ogg-comments.ts";
import { readOggFormat } from "./ogg-format.ts";
import { isPlainOpusHead, opusDurationMs } from "./opus.ts";
import type { Source, SourceListener } from "./source.ts";

interface Chain {
  serial: number;
  codec: Codec;
  /** Header packets still to come. FLAC says how many itself, with its last-block flags. */
  headersLeft: number;
  headerPages: Buffer[];
  /** Its Opus needs no decoding, as far as the header says. */
  canPass: boolean;
}

export class OggSource implements Source {
  #pages = new OggPages();
  #chain: Chain | undefined;
  #isAnnounced = false;
  #passesOpus = false;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    for (const page of this.#pages.push(bytes)) this.#readPage(page);
  }

  preamble(): Buffer {
    return Buffer.concat(this.#chain?.headerPages ?? []);
  }

  #readPage(page: OggPage): void {
    if (page.isFirst) this.#open(page);
    const chain = this.#chain;
    if (chain === undefined || page.serial !== chain.serial) return;
    // Before the sound is announced nobody is fed; whoever starts later reads the headers as its preamble.
    const isHeader = chain.headersLeft > 0 || (!this.#isAnnounced && page.packets.length === 0);
    if (isHeader) {
      chain.headerPages.push(page.bytes);
      for (const packet of page.packets) this.#readHeader(chain, packet);
      if (this.#isAnnounced) this.#listener.onFeed(page.bytes);
      return;
    }
    const canPass = chain.canPass && page.packets.every((packet) => opusDurationMs(packet) === packetMs);
    if (!this.#isAnnounced) {
      this.#isAnnounced = true;
      this.#passesOpus = canPass;
      this.#listener.onKind({ codec: chain.codec, feed: "ogg", passesOpus: canPass });
    } else if (this.#passesOpus && !canPass) {
      this.#passesOpus = false;
      this.#listener.onOpusEnd();
    }
    this.#listener.onFeed(page.bytes);
    if (this.#passesOpus) for (const packet of page.packets) this.#listener.onOpus(packet);
  }

  #open(page: OggPage): void {
    const chain = openChain(page);
    if (chain === undefined) return;
    this.#chain = chain;
    const [head] = page.packets;
    if (head) this.#listener.onFormat(readOggFormat(chain.codec, head));
  }

  #readHeader(chain: Chain, packet: Buffer): void {
    chain.headersLeft--;
    const comments = commentBody(chain.codec, packet);
    const fields = comments && readComments(comments);
    if (fields) this.#listener.onTitle(fields);
    // A FLAC metadata block with its top bit set is the last one before the sound.
    if (chain.codec === "flac" && ((packet[0] ?? 0) & 0x80) !== 0) chain.headersLeft = 0;
  }
}

function openChain(page: OggPage): Chain | undefined {
  const head = page.packets[0];
  if (head === undefined) return undefined;
  const chain = (codec: Codec, headersLeft: number): Chain => ({
    serial: page.serial,
    codec,
    headersLeft,
    headerPages: [],
    canPass: codec === "opus" && isPlainOpusHead(head),
  });
  if (head.toString("latin1", 0, 7) === "\x01vorbis") return chain("vorbis", 3);
  if (head.toString("latin1", 0, 8) === "OpusHead") return chain("opus", 2);
  if (head.length >= 13 && head.toString("latin1", 0, 5) === "\x7fFLAC") {
    const others = head.readUInt16BE(7); // 0: not known beforehand
    return chain("flac", others === 0 ? Number.POSITIVE_INFINITY : 1 + others);
  }
  return undefined;
}

function commentBody(codec: Codec, packet: Buffer): Buffer | undefined {
  if (codec === "vorbis" && packet.toString("latin1", 0, 7) === "\x03vorbis") return packet.subarray(7);
  if (codec === "opus" && packet.toString("latin1", 0, 8) === "OpusTags") return packet.subarray(8);
  if (codec === "flac" && packet.length > 4 && ((packet[0] ?? 0) & 0x7f) === 4) return packet.subarray(4);
  return undefined;
}
