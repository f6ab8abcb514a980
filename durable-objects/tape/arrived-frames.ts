import { decodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { TapeBatch } from "../contract.ts";
import type { ArrivedConnection, WaitingFrame } from "./waiting-frames.ts";

type Kind = UplinkFrame["kind"];

interface BatchRow extends Record<string, SqlStorageValue> {
  id: number;
  connection: string;
  held: string;
  arrived_at: number;
  frames: ArrayBuffer;
}

/** A batch in memory. */
interface KnownBatch {
  /** Number of its frames that still wait. */
  waiting: number;
  /** Its row, or null where it is not stored. */
  row: number | null;
}

/** A batch that is in memory alone. */
type UnstoredBatch = Pick<TapeBatch, "connection" | "held" | "frames"> & { arrivedAt: number };

/** A row of SQLite holds at most 2 MB; a batch of five seconds has at most half of this. */
const maxRowBytes = 1_000_000;
/** Number of stored batches whose bytes are held in memory too: what a chunk is made of. */
const maxCached = 8;
/** Longer than a chunk takes to fill: what still waits then has a gap before it. */
const unstoredMs = 30_000;
const maxUnstoredBytes = 4 * 1_024 * 1_024;

/**
 * The frames that are not in a chunk yet, in the order of their numbers. The batches in which they came are in memory,
 * where their source still has them too; `store` writes those of which a frame waits, in a row each. The row of a batch
 * of which no frame waits any more is used again for a later one, which costs half of deleting it and inserting another.
 */
export class ArrivedFrames {
  readonly #sql: SqlStorage;
  readonly #connections = new Map<string, ArrivedConnection>();
  /** Batches by number, in the order in which they came. */
  readonly #batches = new Map<number, KnownBatch>();
  readonly #unstored = new Map<number, UnstoredBatch>();
  readonly #cached = new Map<number, Uint8Array>();
  /** Rows of batches of which no frame waits. */
  readonly #free = new Set<number>();
  #lastBatch = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      // Without autoincrement, which writes a second row for each: a number that is used again means the new batch.
      "create table if not exists batches (id integer primary key, connection text not null, held text not null, arrived_at integer not null, frames blob not null)",
    );
  }

  /** Reads what is stored; `isNew` as in `add`. */
  restore(isNew: (connection: string, kind: Kind, seq: number) => boolean): void {
    for (const row of this.#sql.exec<BatchRow>("select * from batches order by arrived_at, id")) {
      const frames = new Uint8Array(row.frames);
      const batch = { connection: row.connection, held: JSON.parse(row.held), frames };
      this.#note(batch, row.arrived_at, row.id, isNew);
    }
  }

  /** Adds those frames for which `isNew` is true and that do not wait already. Returns how many. */
  add(
    batch: Pick<TapeBatch, "connection" | "held" | "frames">,
    now: number,
    isNew: (connection: string, kind: Kind, seq: number) => boolean,
  ): number {
    let added = 0;
    for (const frames of splitBatch(batch.frames))
      added += this.#note({ ...batch, frames }, now, null, isNew);
    return added;
  }

  /** The number of the last batch, and that up to which all are stored. */
  get receipt(): { received: number; stored: number } {
    const [firstUnstored] = this.#unstored.keys();
    return { received: this.#lastBatch, stored: (firstUnstored ?? this.#lastBatch + 1) - 1 };
  }

  /** Whether some of them should no longer be in memory alone. */
  mustStore(now: number): boolean {
    let bytes = 0;
    for (const { arrivedAt, frames } of this.#unstored.values()) {
      if (now - arrivedAt > unstoredMs) return true;
      bytes += frames.byteLength;
    }
    return bytes > maxUnstoredBytes;
  }

  /** Stores all that is in memory alone. */
  store(): void {
    for (const [id, batch] of this.#unstored) {
      const known = this.#batches.get(id);
      if (known === undefined) continue;
      known.row = this.#insert(batch);
      this.#cache(id, batch.frames);
    }
    this.#unstored.clear();
  }

  /** Those with frames that wait, in the order in which they began. */
  get connections(): ArrivedConnection[] {
    return [...this.#connections.values()].toSorted((a, b) => firstAt(a) - firstAt(b));
  }

  read({ batch, offset, length }: WaitingFrame): Uint8Array {
    const bytes = this.#unstored.get(batch)?.frames ?? this.#cached.get(batch) ?? this.#load(batch);
    return bytes.subarray(offset, offset + length);
  }

  /** These frames are in a chunk, or are not needed: they wait no more. */
  remove(connection: string, kind: Kind, isDone: (seq: number, frame: WaitingFrame) => boolean): void {
    const waiting = this.#connections.get(connection);
    if (waiting === undefined) return;
    const touched = new Set<number>();
    for (const [seq, frame] of waiting[kind]) {
      if (!isDone(seq, frame)) continue;
      waiting[kind].delete(seq);
      const batch = this.#batches.get(frame.batch);
      if (batch !== undefined) batch.waiting -= 1;
      touched.add(frame.batch);
    }
    if (waiting.opus.size + waiting.mp3.size + waiting.levels.size === 0)
      this.#connections.delete(connection);
    for (const id of touched) this.#forgetUsed(id);
  }

  clear(): void {
    this.#sql.exec("delete from batches");
    this.#free.clear();
    this.#connections.clear();
    this.#batches.clear();
    this.#unstored.clear();
    this.#cached.clear();
  }

  /** Notes the frames of a batch that are new; `row`: where it is stored, or null. Returns how many. */
  #note(
    batch: Pick<TapeBatch, "connection" | "held" | "frames">,
    arrivedAt: number,
    row: number | null,
    isNew: (connection: string, kind: Kind, seq: number) => boolean,
  ): number {
    const { connection, held, frames } = batch;
    const id = ++this.#lastBatch;
    let waiting = 0;
    for (const { frame, offset } of readBatch(frames)) {
      if (!isNew(connection, frame.kind, frame.seq)) continue;
      const known = this.#connections.get(connection) ?? newConnection(connection, arrivedAt);
      this.#connections.set(connection, known);
      if (known[frame.kind].has(frame.seq)) continue;
      const { at, isDiscontinuity } = frame;
      const length = frame.payload.byteLength;
      known[frame.kind].set(frame.seq, { batch: id, offset, length, at, isDiscontinuity });
      waiting += 1;
    }
    const known = this.#connections.get(connection);
    if (known !== undefined) known.held = held;
    this.#batches.set(id, { waiting, row });
    if (row === null) this.#unstored.set(id, { ...batch, arrivedAt });
    else this.#cache(id, frames);
    this.#forgetUsed(id);
    return waiting;
  }

  /** Stores a batch in a row of its own. Returns the row's id. */
  #insert({ connection, held, arrivedAt, frames }: UnstoredBatch): number {
    const [free] = this.#free;
    if (free !== undefined) this.#free.delete(free);
    return this.#sql
      .exec<{ id: number }>(
        `insert into batches (id, connection, held, arrived_at, frames) values (?, ?, ?, ?, ?)
         on conflict (id) do update set connection = excluded.connection, held = excluded.held,
           arrived_at = excluded.arrived_at, frames = excluded.frames
         returning id`,
        free ?? null,
        connection,
        JSON.stringify(held),
        arrivedAt,
        frames,
      )
      .one().id;
  }

  /** Forgets a batch of which no frame waits. */
  #forgetUsed(id: number): void {
    const batch = this.#batches.get(id);
    if (batch === undefined || batch.waiting > 0) return;
    if (batch.row !== null) this.#free.add(batch.row);
    this.#batches.delete(id);
    this.#unstored.delete(id);
    this.#cached.delete(id);
  }

  #load(id: number): Uint8Array {
    const row = this.#batches.get(id)?.row ?? null;
    const { frames } = this.#sql
      .exec<{ frames: ArrayBuffer }>("select frames from batches where id = ?", row)
      .one();
    const bytes = new Uint8Array(frames);
    this.#cache(id, bytes);
    return bytes;
  }

  #cache(id: number, bytes: Uint8Array): void {
    this.#cached.set(id, bytes);
    const oldest = this.#cached.keys().next();
    if (this.#cached.size > maxCached && !oldest.done) this.#cached.delete(oldest.value);
  }
}

const newConnection = (name: string, firstArrivedAt: number): ArrivedConnection => ({
  name,
  firstArrivedAt,
  held: {},
  opus: new Map(),
  mp3: new Map(),
  levels: new Map(),
});

function firstAt({ opus, mp3, levels }: ArrivedConnection): number {
  let first = Number.POSITIVE_INFINITY;
  for (const frames of opus.size > 0 ? [opus] : [mp3, levels])
    for (const { at } of frames.values()) first = Math.min(first, at);
  return first;
}

/** Returns when the first frame of a batch was sent: server time, epoch ms. Null where there is none. */
export function firstAtOf(batch: Pick<TapeBatch, "frames">): number | null {
  const [first] = readBatch(batch.frames);
  return first?.frame.at ?? null;
}

/** The frames of a batch, and where their payload begins in it; what is cut off at its end is ignored. */
function* readBatch(bytes: Uint8Array): Generator<{ frame: UplinkFrame; offset: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset + 4 <= bytes.byteLength; ) {
    const length = view.getUint32(offset);
    const end = offset + 4 + length;
    if (end > bytes.byteLength) return;
    const frame = decodeUplink(bytes.subarray(offset + 4, end));
    if (frame !== undefined) yield { frame, offset: end - frame.payload.byteLength };
    offset = end;
  }
}

/** A batch in parts that fit into a row each, between two frames. */
function splitBatch(bytes: Uint8Array): Uint8Array[] {
  if (bytes.byteLength <= maxRowBytes) return [bytes];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let offset = 0; offset + 4 <= bytes.byteLength; ) {
    const end = offset + 4 + view.getUint32(offset);
    if (end - start > maxRowBytes && offset > start) {
      parts.push(bytes.slice(start, offset));
      start = offset;
    }
    offset = end;
  }
  return [...parts, bytes.slice(start)];
}
