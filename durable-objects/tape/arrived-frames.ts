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

/** A row of SQLite holds at most 2 MB; a batch of five seconds has at most half of this. */
const maxRowBytes = 1_000_000;
/** Number of batches whose bytes are held in memory too: what a chunk is made of. */
const maxCached = 8;

/**
 * The frames that are not in a chunk yet, in the order of their numbers. Stored as the batches in which they came: one
 * row for five seconds. The row of a batch of which no frame waits any more is used again for a later one, which costs
 * half of deleting it and inserting another.
 */
export class ArrivedFrames {
  readonly #sql: SqlStorage;
  readonly #connections = new Map<string, ArrivedConnection>();
  /** Number of frames of each batch that still wait. */
  readonly #waiting = new Map<number, number>();
  readonly #cached = new Map<number, Uint8Array>();
  /** Rows of batches of which no frame waits. */
  readonly #free = new Set<number>();

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
      this.#index(
        row.id,
        { connection: row.connection, held: JSON.parse(row.held), frames },
        row.arrived_at,
        isNew,
      );
    }
    this.#freeUsed([...this.#waiting.keys()]);
  }

  /** Stores those frames for which `isNew` is true and that do not wait already. Returns how many. */
  add(
    batch: Pick<TapeBatch, "connection" | "held" | "frames">,
    now: number,
    isNew: (connection: string, kind: Kind, seq: number) => boolean,
  ): number {
    let added = 0;
    for (const frames of splitBatch(batch.frames)) {
      const id = this.#store(batch, now, frames);
      this.#cache(id, frames);
      const count = this.#index(id, { ...batch, frames }, now, isNew);
      if (count === 0) this.#freeUsed([id]);
      added += count;
    }
    return added;
  }

  /** Those with frames that wait, in the order in which they began. */
  get connections(): ArrivedConnection[] {
    return [...this.#connections.values()].toSorted((a, b) => firstAt(a) - firstAt(b));
  }

  read({ batch, offset, length }: WaitingFrame): Uint8Array {
    const bytes = this.#cached.get(batch) ?? this.#load(batch);
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
      this.#waiting.set(frame.batch, (this.#waiting.get(frame.batch) ?? 0) - 1);
      touched.add(frame.batch);
    }
    if (waiting.opus.size + waiting.mp3.size + waiting.levels.size === 0)
      this.#connections.delete(connection);
    this.#freeUsed(touched);
  }

  clear(): void {
    this.#sql.exec("delete from batches");
    this.#free.clear();
    this.#connections.clear();
    this.#waiting.clear();
    this.#cached.clear();
  }

  #index(
    id: number,
    { connection, held, frames }: Pick<TapeBatch, "connection" | "held" | "frames">,
    arrivedAt: number,
    isNew: (connection: string, kind: Kind, seq: number) => boolean,
  ): number {
    let count = 0;
    for (const { frame, offset } of readBatch(frames)) {
      if (!isNew(connection, frame.kind, frame.seq)) continue;
      const known = this.#connections.get(connection) ?? newConnection(connection, arrivedAt);
      this.#connections.set(connection, known);
      if (known[frame.kind].has(frame.seq)) continue;
      const { at, isDiscontinuity } = frame;
      known[frame.kind].set(frame.seq, {
        batch: id,
        offset,
        length: frame.payload.byteLength,
        at,
        isDiscontinuity,
      });
      count += 1;
    }
    const known = this.#connections.get(connection);
    if (known !== undefined) known.held = held;
    this.#waiting.set(id, count);
    return count;
  }

  /** Stores a batch in a row of its own. Returns the row's id. */
  #store(
    { connection, held }: Pick<TapeBatch, "connection" | "held">,
    now: number,
    frames: Uint8Array,
  ): number {
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
        now,
        frames,
      )
      .one().id;
  }

  #freeUsed(ids: Iterable<number>): void {
    for (const id of ids) {
      if ((this.#waiting.get(id) ?? 0) > 0) continue;
      this.#free.add(id);
      this.#waiting.delete(id);
      this.#cached.delete(id);
    }
  }

  #load(id: number): Uint8Array {
    const { frames } = this.#sql
      .exec<{ frames: ArrayBuffer }>("select frames from batches where id = ?", id)
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
