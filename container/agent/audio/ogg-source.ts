/**
 * Ogg from an encoder: Vorbis, Opus or FLAC, also as a chain of streams (many encoders start a new one with each
 * title, and those that send files one with each file, with whatever parameters it has). Pages of other kinds (video,
 * skeleton) are dropped.
 */
import type { Codec } from "#app/domains/media/contract/control.ts";
import { packetMs } from "#app/domains/media/contract/frames.ts";
import { isPlainOpusHead, opusDurationMs } from "#packages/audio-formats/opus-packet.ts";
import { OggPackets, type OggPage, OggPages, withFirstPacketApart } from "./ogg.ts";
import { readComments } from "./ogg-comments.ts";
import { readOggFormat, readOggParameters } from "./ogg-format.ts";
import {
  checkFormat,
  maxHeaderBytes,
  maxHeaderPackets,
  SourceFault,
  type SourceRates,
} from "./source-limits.ts";
import type { Source, SourceListener } from "./source-port.ts";

interface Chain {
  serial: number;
  codec: Codec;
  packets: OggPackets;
  /** Header packets still to come. FLAC declares their number by its last-block flags. */
  headersLeft: number;
  headersRead: number;
  /** Those that the decoder depends on: without comments and cover art. */
  headers: Buffer[];
  headerPages: Buffer[];
  headerBytes: number;
  hasSound: boolean;
  /** Whether its Opus can be sent on without decoding, as far as the header tells. */
  canPass: boolean;
}

export class OggSource implements Source {
  #pages = new OggPages();
  /** The stream that is used. All others are dropped. */
  #chain: Chain | undefined;
  /** Of the sound that is fed; undefined before the first. */
  #fed: { codec: Codec; parameters: Buffer } | undefined;
  #passesOpus = false;
  readonly #listener: SourceListener;
  readonly #rates: SourceRates;

  constructor(listener: SourceListener, rates: SourceRates) {
    this.#listener = listener;
    this.#rates = rates;
  }

  push(bytes: Buffer): void {
    const pages = this.#pages.push(bytes);
    this.#rates.count("pages", pages.length);
    for (const page of pages) this.#readPage(page);
  }

  preamble(): Buffer {
    return Buffer.concat(this.#chain?.headerPages ?? []);
  }

  #readPage(page: OggPage): void {
    const opened = page.isFirst ? this.#open(page) : undefined;
    const chain = this.#chain;
    if (chain === undefined || page.serial !== chain.serial) return;
    const packets = opened ?? chain.packets.push(page);
    this.#rates.count("packets", packets.length);
    // Nothing is sent before the format is reported; a receiver that starts later reads the headers as its preamble.
    const isHeader = chain.headersLeft > 0 || (this.#fed === undefined && packets.length === 0);
    if (isHeader) {
      keepHeader(chain, page);
      for (const packet of packets) this.#readHeader(chain, packet);
      return;
    }
    const canPass = chain.canPass && packets.every((packet) => opusDurationMs(packet) === packetMs);
    const beginsSound = !chain.hasSound;
    if (beginsSound) this.#beginSound(chain, canPass);
    else if (this.#passesOpus && !canPass) this.#change(chain, false);
    chain.hasSound = true;
    this.#listener.onFeed(beginsSound && chain.codec === "vorbis" ? withFirstPacketApart(page) : page.bytes);
    if (this.#passesOpus) for (const packet of packets) this.#listener.onOpus(packet);
  }

  /** A stream continues the one before where the same decoder can read it: then that gets its headers. */
  #beginSound(chain: Chain, canPass: boolean): void {
    const { codec } = chain;
    const before = this.#fed;
    const parameters = readOggParameters(codec, chain.headers);
    this.#fed = { codec, parameters };
    if (before === undefined) {
      this.#passesOpus = canPass;
      this.#listener.onKind({ codec, feed: "ogg", passesOpus: canPass });
      return;
    }
    const isSame = before.codec === codec && before.parameters.equals(parameters);
    if (!isSame || (this.#passesOpus && !canPass)) this.#change(chain, this.#passesOpus && canPass);
    else this.#listener.onFeed(this.preamble());
  }

  /** Opus that was once transcoded stays so: players would hear each change. */
  #change({ codec }: Chain, passesOpus: boolean): void {
    this.#passesOpus = passesOpus;
    this.#listener.onChange({ codec, feed: "ogg", passesOpus });
  }

  /** Returns the packets of the page when it starts a stream of sound. */
  #open(page: OggPage): Buffer[] | undefined {
    const packets = new OggPackets();
    const read = packets.push(page);
    const [head] = read;
    const chain = head && openChain(page.serial, head, packets);
    if (head === undefined || chain === undefined) return undefined;
    const format = readOggFormat(chain.codec, head);
    // Opus is always decoded at 48 kHz.
    checkFormat(chain.codec === "opus" ? { ...format, sampleRate: null } : format);
    this.#chain = chain;
    this.#listener.onFormat(format);
    return read;
  }

  #readHeader(chain: Chain, packet: Buffer): void {
    chain.headersLeft--;
    if (++chain.headersRead > maxHeaderPackets) throw new SourceFault("headers", "too many header packets");
    const comments = commentBody(chain.codec, packet);
    const isPicture = chain.codec === "flac" && chain.headersRead > 1;
    if (comments === undefined && !isPicture) chain.headers.push(packet);
    const fields = comments && readComments(comments);
    if (fields) this.#listener.onTitle(fields);
    // A FLAC metadata block with its top bit set is the last one before the sound.
    if (chain.codec === "flac" && ((packet[0] ?? 0) & 0x80) !== 0) chain.headersLeft = 0;
  }
}

function keepHeader(chain: Chain, page: OggPage): void {
  chain.headerBytes += page.bytes.length;
  if (chain.headerBytes > maxHeaderBytes)
    throw new SourceFault("headers", `headers of more than ${maxHeaderBytes} bytes`);
  // A copy: a slice would keep the whole received buffer in memory.
  chain.headerPages.push(Buffer.from(page.bytes));
}

function openChain(serial: number, head: Buffer, packets: OggPackets): Chain | undefined {
  const chain = (codec: Codec, headersLeft: number): Chain => ({
    serial,
    codec,
    packets,
    headersLeft,
    headersRead: 0,
    headers: [],
    headerPages: [],
    headerBytes: 0,
    hasSound: false,
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
