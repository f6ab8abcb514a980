/** Writes Ogg Opus files as a `Tape` does, in pages of a second: for tests of what reads them. */
import { preSkip } from "#app/player/replay/ogg.ts";

interface PageParts {
  granule: number;
  packets: readonly Uint8Array[];
  serial?: number;
  /** The first packet started on the page before. */
  isContinued?: boolean;
  /** The last packet goes on; its length is a multiple of 255. */
  isOpen?: boolean;
  isLast?: boolean;
}

/** Without a checksum, which the reader does not compare. */
export function makePage({
  granule,
  packets,
  serial = 7,
  isContinued = false,
  isOpen = false,
  isLast = false,
}: PageParts): Uint8Array<ArrayBuffer> {
  const lacing = packets.flatMap(({ length }, index) => {
    const full = Array.from({ length: Math.floor(length / 255) }, () => 255);
    return isOpen && index === packets.length - 1 ? full : [...full, length % 255];
  });
  const header = new Uint8Array(27 + lacing.length);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode("OggS"));
  view.setUint8(5, (isContinued ? 1 : 0) | (isLast ? 4 : 0));
  view.setBigInt64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint8(26, lacing.length);
  header.set(lacing, 27);
  return join([header, ...packets]);
}

/** A packet that names its index, of this length. */
export function packetOf(index: number, length: number): Uint8Array<ArrayBuffer> {
  const packet = new Uint8Array(length).fill(index % 79);
  if (length >= 4) new DataView(packet.buffer).setUint32(0, index);
  return packet;
}

interface FileParts {
  seconds: number;
  /** Bytes of packet `index`; about 128 kbit/s by default. */
  lengthOf?: (index: number) => number;
  /** Is in the middle of every packet that has room for it. */
  inside?: Uint8Array;
  /** Without the last page: more may come. */
  isGrowing?: boolean;
}

export function makeFile({ seconds, lengthOf, inside, isGrowing = false }: FileParts) {
  const packets = Array.from({ length: seconds * 50 }, (_, index) => {
    const packet = packetOf(index, lengthOf?.(index) ?? 260 + ((index * 37) % 120));
    if (inside && packet.length > inside.length + 20) packet.set(inside, 10);
    return packet;
  });
  const pages = Array.from({ length: seconds }, (_, second) =>
    makePage({
      granule: (second + 1) * 48_000,
      packets: packets.slice(second * 50, (second + 1) * 50),
    }),
  );
  const head = makePage({ granule: 0, packets: [new TextEncoder().encode("OpusHead-----------")] });
  const tags = makePage({ granule: 0, packets: [new TextEncoder().encode("OpusTags--------")] });
  const last = isGrowing ? [] : [makePage({ granule: seconds * 48_000, packets: [], isLast: true })];
  return { packets, bytes: join([head, tags, ...pages, ...last]), preSkip };
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
