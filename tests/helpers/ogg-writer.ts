/** Writes Ogg Opus files as a `Tape` does, in pages of a second: for tests of what reads them. */
import { preSkip } from "#app/player/replay/ogg.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import { lacingOf, pageFlags, writeOggPage } from "#packages/audio-formats/ogg-pages.ts";

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

export function makePage({
  granule,
  packets,
  serial = 7,
  isContinued = false,
  isOpen = false,
  isLast = false,
}: PageParts): Uint8Array<ArrayBuffer> {
  const flags = (isContinued ? pageFlags.continued : 0) | (isLast ? pageFlags.last : 0);
  const head = { serial, sequence: 0, flags, granule: BigInt(granule) };
  return writeOggPage(head, lacingOf(packets, { isOpen }), packets);
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
  /** True without the last page: more may come. */
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
  return { packets, bytes: concat([head, tags, ...pages, ...last]), preSkip };
}
