/**
 * Ogg from an encoder: Vorbis, Opus or FLAC, also as a chain of streams (many encoders start a new one with each
 * title, and those that send files one with each file, with whatever parameters it has). Pages of other kinds (video,
 * skeleton) are dropped.
 */
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import {
  commentsIn,
  isPlainOpusHead,
  type OggCodec,
  readOggHead,
  readOggParameters,
} from "#packages/audio-formats/ogg-head.ts";
import { OggPackets, PacketTooLarge, withFirstPacketApart } from "#packages/audio-formats/ogg-packets.ts";
import { type OggPage, OggPages } from "#packages/audio-formats/ogg-pages.ts";
import { opusDurationMs } from "#packages/audio-formats/opus-packet.ts";
import { readTitle } from "./ogg-title.ts";
import {
  checkFormat,
  maxHeaderBytes,
  maxHeaderPackets,
  maxPacketBytes,
  SourceFault,
  type SourceRates,
} from "./source-limits.ts";
import type { Source, SourceListener } from "./source-port.ts";

interface Chain {
  serial: number;
  codec: OggCodec;
  packets: OggPackets;
  /** Header packets still to come. FLAC declares their number by its last-block flags. */
  headersLeft: number;
  headersRead: number;
  /** Those that the decoder depends on: without comments and cover art. */
  headers: Uint8Array[];
  headerPages: Uint8Array[];
  headerBytes: number;
  hasSound: boolean;
  /** Whether its Opus can be sent on without decoding, as far as the header tells. */
  canPass: boolean;
}

export class OggSource implements Source {
  #pages = new OggPages();
  /** The stream that is used. All others are dropped. */
  #chain: Chain | undefined;
  /** Codec and parameters of the sound that is fed; undefined before the first. */
  #fed: { codec: OggCodec; parameters: Uint8Array } | undefined;
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

  preamble(): Uint8Array {
    return Buffer.concat(this.#chain?.headerPages ?? []);
  }

  #readPage(page: OggPage): void {
    const opened = page.isFirst ? this.#open(page) : undefined;
    const chain = this.#chain;
    if (chain === undefined || page.serial !== chain.serial) return;
    const packets = opened ?? packetsOn(page, chain.packets);
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
    const isSame = before.codec === codec && Buffer.compare(before.parameters, parameters) === 0;
    if (!isSame || (this.#passesOpus && !canPass)) this.#change(chain, this.#passesOpus && canPass);
    else this.#listener.onFeed(this.preamble());
  }

  /** Opus that was once transcoded stays so: players would hear each change. */
  #change({ codec }: Chain, passesOpus: boolean): void {
    this.#passesOpus = passesOpus;
    this.#listener.onChange({ codec, feed: "ogg", passesOpus });
  }

  /** Returns the packets of the page when it starts a stream of sound. */
  #open(page: OggPage): Uint8Array[] | undefined {
    const packets = new OggPackets({ maxBytes: maxPacketBytes });
    const read = packetsOn(page, packets);
    const [first] = read;
    const head = first && readOggHead(first);
    if (!head) return undefined;
    const { codec, sampleRate, channels } = head;
    // Opus is always decoded at 48 kHz.
    checkFormat({ sampleRate: codec === "opus" ? null : sampleRate, channels });
    this.#chain = {
      serial: page.serial,
      codec,
      packets,
      headersLeft: head.packets,
      headersRead: 0,
      headers: [],
      headerPages: [],
      headerBytes: 0,
      hasSound: false,
      canPass: codec === "opus" && isPlainOpusHead(first),
    };
    this.#listener.onFormat({ sampleRate, channels });
    return read;
  }

  #readHeader(chain: Chain, packet: Uint8Array): void {
    chain.headersLeft--;
    if (++chain.headersRead > maxHeaderPackets) throw new SourceFault("headers", "too many header packets");
    const comments = commentsIn(chain.codec, packet);
    const isPicture = chain.codec === "flac" && chain.headersRead > 1;
    if (comments === null && !isPicture) chain.headers.push(packet);
    const fields = comments && readTitle(comments);
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

/** Throws a SourceFault for a packet that is larger than any sound. */
function packetsOn(page: OggPage, packets: OggPackets): Uint8Array[] {
  try {
    return packets.push(page).packets;
  } catch (error) {
    if (error instanceof PacketTooLarge) throw new SourceFault("headers", error.message);
    throw error;
  }
}
