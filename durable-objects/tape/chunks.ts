import {
  chunkKey,
  firstSoundPage,
  type TapeChunk,
  type TapeFile,
} from "#app/domains/air/replays/tape-index.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import { OggOpusWriter, samplesPerPacket } from "#packages/audio-formats/ogg-opus.ts";
import { maxOggSegments, segmentsOf } from "#packages/audio-formats/ogg-pages.ts";
import type { TapeBucket } from "./tape-bucket.ts";

/** Maximum recorded length of a performance that goes on and on: the longest set, and an hour more. */
export const maxRecordedMs = 25 * 3_600_000;

/** A second of sound. */
const packetsPerPage = 50;

interface ChunkRow extends Record<string, SqlStorageValue> {
  n: number;
  ms: number;
  pages: number;
  opus_bytes: number;
  mp3_bytes: number;
  is_in_r2: number;
}

/** The bytes of one chunk. */
export interface NewChunk {
  ms: number;
  pages: number;
  opus: Uint8Array<ArrayBuffer>;
  mp3: Uint8Array<ArrayBuffer>;
}

/** The chunks of one recording: their bytes are here until R2 has them. */
export class Chunks {
  readonly #sql: SqlStorage;
  readonly #bucket: TapeBucket;
  /** Number of times that all were deleted. */
  #clears = 0;

  constructor(sql: SqlStorage, bucket: TapeBucket) {
    this.#sql = sql;
    this.#bucket = bucket;
    sql.exec(`create table if not exists chunks (
      n integer primary key,
      ms integer not null,
      pages integer not null,
      opus_bytes integer not null,
      mp3_bytes integer not null,
      peaks blob not null,
      is_in_r2 integer not null default 0,
      opus blob,
      mp3 blob
    )`);
  }

  /** Returns chunks in order, with the places of their bytes. */
  list(): TapeChunk[] {
    return this.#sql
      .exec<ChunkRow>("select n, ms, pages, opus_bytes, mp3_bytes, is_in_r2 from chunks order by n")
      .toArray()
      .map(({ n, ms, pages, opus_bytes, mp3_bytes, is_in_r2 }) => ({
        n,
        place: is_in_r2 !== 0 ? "r2" : "tape",
        ms,
        pages,
        opusBytes: opus_bytes,
        mp3Bytes: mp3_bytes,
      }));
  }

  /** Returns their number, and that of their pages. */
  totals(): { count: number; pages: number } {
    return this.#sql
      .exec<{ count: number; pages: number }>(
        "select count(*) as count, coalesce(sum(pages), 0) as pages from chunks",
      )
      .one();
  }

  peaks(): Uint8Array {
    const rows = this.#sql.exec<{ peaks: ArrayBuffer }>("select peaks from chunks order by n").toArray();
    return concat(rows.map(({ peaks }) => new Uint8Array(peaks)));
  }

  add(n: number, chunk: NewChunk, peaks: Uint8Array): void {
    this.#sql.exec(
      "insert into chunks (n, ms, pages, opus_bytes, mp3_bytes, peaks, opus, mp3) values (?, ?, ?, ?, ?, ?, ?, ?)",
      n,
      chunk.ms,
      chunk.pages,
      chunk.opus.byteLength,
      chunk.mp3.byteLength,
      peaks,
      chunk.opus,
      chunk.mp3,
    );
  }

  /** Null where R2 has it, or where there is none. */
  read(n: number, file: TapeFile): Uint8Array | null {
    const row = this.#sql
      .exec<{ bytes: ArrayBuffer | null }>(`select ${file} as bytes from chunks where n = ?`, n)
      .toArray()[0];
    return row?.bytes == null ? null : new Uint8Array(row.bytes);
  }

  /** Whether R2 does not have all of them. They are put in order: the last one says it. */
  get isWaiting(): boolean {
    const last = this.#sql
      .exec<{ is_in_r2: number }>("select is_in_r2 from chunks order by n desc limit 1")
      .toArray()[0];
    return last?.is_in_r2 === 0;
  }

  /** Puts what is still here to R2, in order. Throws where R2 refuses; what it has taken is not sent again. */
  async putWaiting(id: string): Promise<void> {
    const clears = this.#clears;
    for (;;) {
      const row = this.#sql
        .exec<{ n: number; opus: ArrayBuffer; mp3: ArrayBuffer }>(
          "select n, opus, mp3 from chunks where is_in_r2 = 0 order by n limit 1",
        )
        .toArray()[0];
      if (row === undefined) return;
      await Promise.all([
        this.#bucket.put(chunkKey(id, row.n, "opus"), row.opus),
        row.mp3.byteLength === 0 ? null : this.#bucket.put(chunkKey(id, row.n, "mp3"), row.mp3),
      ]);
      // Deleted meanwhile: this number may be that of another recording's chunk by now.
      if (clears !== this.#clears) return;
      this.#sql.exec("update chunks set is_in_r2 = 1, opus = null, mp3 = null where n = ?", row.n);
    }
  }

  clear(): void {
    this.#clears += 1;
    this.#sql.exec("delete from chunks");
  }
}

/** Ogg pages of these packets, and the MP3 of the same time. `pages` and `packets`: those before. */
export function buildChunk(
  serial: number,
  before: { pages: number; packets: number },
  packets: readonly Uint8Array[],
  mp3: readonly Uint8Array[],
): NewChunk {
  const writer = new OggOpusWriter(serial, {
    granule: before.packets * samplesPerPacket,
    page: firstSoundPage + before.pages,
  });
  const pages = inPages(packets).map((page) => writer.page(page));
  return { ms: packets.length * 20, pages: pages.length, opus: concat(pages), mp3: concat(mp3) };
}

function inPages(packets: readonly Uint8Array[]): Uint8Array[][] {
  const pages: Uint8Array[][] = [];
  let page: Uint8Array[] = [];
  let segments = 0;
  for (const packet of packets) {
    const more = segmentsOf(packet.byteLength);
    if (page.length === packetsPerPage || segments + more > maxOggSegments) {
      pages.push(page);
      page = [];
      segments = 0;
    }
    page.push(packet);
    segments += more;
  }
  return page.length === 0 ? pages : [...pages, page];
}
