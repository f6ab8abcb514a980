/** Cuts a byte stream into Ogg pages and their packets (RFC 3533). Broken bytes are skipped up to the next page. */
const headerBytes = 27;
const capturePattern = Buffer.from("OggS");
/** A packet that spans more pages than this is no audio or header packet of ours (cover art included). */
const maxPacketBytes = 4 * 1024 * 1024;

export interface OggPage {
  serial: number;
  /** The first page of a logical stream. */
  isFirst: boolean;
  /** Packets that end on this page, whole. */
  packets: Buffer[];
  /** The page as it came. */
  bytes: Buffer;
}

export class OggPages {
  #pending: Buffer = Buffer.alloc(0);
  /** Beginnings of packets that go on on a later page, by serial. */
  #unfinished = new Map<number, Buffer[]>();

  push(bytes: Buffer): OggPage[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const pages: OggPage[] = [];
    for (;;) {
      const start = this.#pending.indexOf(capturePattern);
      if (start < 0) {
        this.#pending = this.#pending.subarray(Math.max(0, this.#pending.length - 3));
        return pages;
      }
      if (start > 0) this.#pending = this.#pending.subarray(start);
      const length = this.#pageLength();
      if (length === undefined || this.#pending.length < length) return pages;
      pages.push(this.#readPage(this.#pending.subarray(0, length)));
      this.#pending = this.#pending.subarray(length);
    }
  }

  #pageLength(): number | undefined {
    if (this.#pending.length < headerBytes) return undefined;
    const segments = this.#pending[26] ?? 0;
    if (this.#pending.length < headerBytes + segments) return undefined;
    let length = headerBytes + segments;
    for (let index = 0; index < segments; index++) length += this.#pending[headerBytes + index] ?? 0;
    return length;
  }

  #readPage(bytes: Buffer): OggPage {
    const flags = bytes[5] ?? 0;
    const serial = bytes.readUInt32LE(14);
    const segments = bytes[26] ?? 0;
    const isFirst = (flags & 2) !== 0;
    const isContinued = (flags & 1) !== 0;

    let parts = isContinued ? (this.#unfinished.get(serial) ?? undefined) : [];
    this.#unfinished.delete(serial);
    const packets: Buffer[] = [];
    let start = headerBytes + segments;
    let end = start;
    for (let index = 0; index < segments; index++) {
      const lacing = bytes[headerBytes + index] ?? 0;
      end += lacing;
      if (lacing === 255) continue;
      // Without its beginning (lost before we joined) a packet is dropped.
      if (parts) packets.push(Buffer.concat([...parts, bytes.subarray(start, end)]));
      parts = [];
      start = end;
    }
    if (end > start && parts) {
      parts.push(bytes.subarray(start, end));
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      if (size <= maxPacketBytes) this.#unfinished.set(serial, parts);
    }
    return { serial, isFirst, packets, bytes };
  }
}
