/** Crafted streams that could keep the agent busy or fill its memory. Each goes on for as long as it is read. */
import { execFileSync } from "node:child_process";
import { writeOggPage } from "#packages/audio-formats/ogg-pages.ts";
import { randomFrom } from "./sounds.ts";

const firstPage = 2;
const random = randomFrom(7);

/** One page with these packets; the last one goes on after it where its length is a multiple of 255. */
function page(packets: Buffer[], { serial = 1, flags = 0, granule = 0n } = {}): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    ...(length % 255 === 0 && length > 0 ? [] : [length % 255]),
  ]);
  return Buffer.from(writeOggPage({ serial, sequence: 0, flags, granule }, lacing, packets));
}

/** The pages of one packet of any length. */
function pagesOf(packet: Buffer, serial = 1): Buffer[] {
  const max = 255 * 255;
  const pages: Buffer[] = [];
  for (let at = 0; at < packet.length; at += max)
    pages.push(page([packet.subarray(at, at + max)], { serial, flags: at === 0 ? 0 : 1 }));
  return pages;
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function opusHead(serial = 1): Buffer {
  const head = Buffer.from("OpusHead\x01\x02\0\0\x80\xbb\0\0\0\0\0", "latin1");
  return page([head], { serial, flags: firstPage });
}

function opusTags(comments: Buffer[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([Buffer.from("OpusTags"), sized("x"), count, ...comments]);
}

/** A packet of Opus that holds 20 ms of silence. */
const silentOpus = Buffer.from([0xfc, 0xff, 0xfe]);

/** Encodes as an encoder does, in one piece. */
function encoded(source: string, words: string): Buffer {
  return execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, ...words.split(" "), "pipe:1"], {
    maxBuffer: 64 * 1024 * 1024,
  });
}

const noise = (sampleRate: number, seconds: number) =>
  `anoisesrc=sample_rate=8000:duration=${(seconds * sampleRate) / 8_000},asetrate=${sampleRate}`;
let slowFlacBytes: Buffer | undefined;
/** Ten minutes of noise at 100 Hz, which are 120 kB. */
function slowFlac(): Buffer {
  slowFlacBytes ??= encoded(noise(100, 600), "-ar 100 -ac 2 -c:a flac -f ogg");
  return slowFlacBytes;
}

function randomBytes(length: number, below = 256): Buffer {
  return Buffer.from(Uint8Array.from({ length }, () => Math.floor(random() * below)));
}

function* cut(bytes: Buffer, isEndless = false): Generator<Buffer> {
  do for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
  while (isEndless);
}

export const crafted = {
  /** 390,000 comments of the same name. */
  *comments() {
    const comment = sized("TITLE=x");
    yield opusHead();
    yield* pagesOf(opusTags(Array.from({ length: 350_000 }, () => comment)));
    for (;;) yield page([silentOpus]);
  },
  /** Each page begins a packet of another stream, which never ends. */
  *serials() {
    const beginning = Buffer.alloc(255 * 255);
    for (let serial = 1; ; serial++) yield page([beginning], { serial, flags: firstPage });
  },
  *unendingPacket() {
    const beginning = Buffer.alloc(255 * 255);
    yield opusHead();
    yield page([beginning]);
    for (;;) yield page([beginning], { flags: 1 });
  },
  /** FLAC does not have to say how many headers it has. */
  *headers() {
    const [start = Buffer.alloc(0)] = splitPages(slowFlac());
    const head = Buffer.from(start.subarray(28));
    head.writeUInt16BE(0, 7);
    declareRate(head, 48_000);
    yield page([head], { flags: firstPage });
    const block = Buffer.alloc(60_000);
    block[0] = 2; // "application"
    for (;;) yield* pagesOf(block);
  },
  /** A second of ffmpeg makes minutes of sound from it. */
  *lowRate() {
    yield* cut(slowFlac(), true);
  },
  /** The same, with a header that says otherwise: the frames tell their own rate. */
  *hiddenLowRate() {
    const [start = Buffer.alloc(0), ...others] = splitPages(slowFlac());
    const head = Buffer.from(start.subarray(28));
    declareRate(head, 48_000);
    const serial = start.readUInt32LE(14);
    yield* cut(Buffer.concat([page([head], { serial, flags: firstPage }), ...others]), true);
  },
  /** A new stream of a chain, with a title of its own, as fast as the line carries it. */
  *chain() {
    for (let serial = 1; ; serial++)
      yield Buffer.concat([
        opusHead(serial),
        page([opusTags([sized(`TITLE=title ${serial}`)])], { serial }),
        page([silentOpus], { serial, granule: 960n }),
      ]);
  },
  *emptyPages() {
    yield opusHead();
    const many = Buffer.concat(Array.from({ length: 500 }, () => page([])));
    for (;;) yield many;
  },
  *smallPackets() {
    yield opusHead();
    yield page([opusTags([])]);
    const many = page(Array.from({ length: 255 }, () => Buffer.from([0])));
    for (;;) yield many;
  },
  /** MP3 as fast as the line carries it. */
  *haste() {
    const mp3 = "-c:a libmp3lame -b:a 32k -ac 1 -write_xing 0 -id3v2_version 0 -f mp3";
    yield* cut(encoded("sine=sample_rate=48000:duration=20", mp3), true);
  },
  /** Begins as AAC and goes on as noise. */
  *noise() {
    yield* cut(encoded("sine=sample_rate=48000:duration=1", "-c:a aac -f adts"));
    for (;;) yield randomBytes(4_096);
  },
  /** True headers of Vorbis, and packets of noise. */
  *brokenVorbis() {
    const pages = splitPages(encoded("sine=sample_rate=48000:duration=1", "-ac 2 -c:a libvorbis -f ogg"));
    yield* pages.slice(0, 2);
    const serial = pages[0]?.readUInt32LE(14) ?? 0;
    for (let granule = 0n; ; granule += 8_192n) {
      // The lowest bit of a packet of sound is 0.
      const packets = Array.from({ length: 8 }, () => Buffer.from([0, ...randomBytes(249)]));
      yield page(packets, { serial, granule });
    }
  },
} satisfies Record<string, () => Iterable<Buffer>>;

export type Crafted = keyof typeof crafted;

/** Writes the rate into the first packet of Ogg FLAC: 20 bits, 27 bytes in. */
function declareRate(head: Buffer, sampleRate: number): void {
  head.writeUIntBE((sampleRate << 4) | (head.readUIntBE(27, 3) & 15), 27, 3);
}

function splitPages(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf("OggS", at + 4);
    const end = next < 0 ? bytes.length : next;
    pages.push(bytes.subarray(at, end));
    at = end;
  }
  return pages;
}
