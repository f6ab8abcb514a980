import { levelMs, packetMs, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { peaksPerSecond, type TapeFile, type TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { markPauses, positionAt } from "#app/domains/air/replays/timeline.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import type { Memory } from "#packages/durable/memory.ts";
import type { TapeBatch, TapeSubject } from "../contract.ts";
import { ArrivedFrames, firstAtOf } from "./arrived-frames.ts";
import { type Assembled, assemble, isDone, startCursor } from "./assemble.ts";
import { buildChunk, Chunks, maxRecordedMs } from "./chunks.ts";
import type { Cursor } from "./cursor.ts";
import { type StoredRecording, storedRecording } from "./memory.ts";
import type { TapeBucket } from "./tape-bucket.ts";

/** 20 s: less than the 40 s that a room holds. */
const packetsPerChunk = 1_000;
/** So much more must have arrived before a chunk is written: its MP3 and its levels come a little later. */
const marginPackets = 100;
const peakMs = 1_000 / peaksPerSecond;
const nothing = new Uint8Array();

/** One recording: frames in, chunks out, and what can be read of it meanwhile. */
export class Recording {
  readonly chunks: Chunks;
  readonly #memory: Memory;
  readonly #frames: ArrivedFrames;
  /** Time since which a packet is missing; not stored: after an eviction the wait starts again. */
  readonly #missing = new Map<string, number>();
  #stored: StoredRecording | undefined;
  /** Time when something last arrived: not stored, as every chunk stores a version. */
  #changedAt = 0;

  constructor(sql: SqlStorage, memory: Memory, bucket: TapeBucket) {
    this.#memory = memory;
    this.chunks = new Chunks(sql, bucket);
    this.#frames = new ArrivedFrames(sql);
    this.#stored = memory.get(storedRecording) ?? undefined;
    this.#frames.restore(this.#isNew);
  }

  /** Undefined before the first frame, and after it was cleared. */
  get state(): Readonly<StoredRecording> | undefined {
    return this.#stored;
  }

  /**
   * Adds what is new in a batch and writes the chunks that are whole. Returns whether there was anything new. A broadcast
   * of a performance that had ended continues its recording.
   */
  append(batch: TapeBatch, now: number): boolean {
    const begunAt = this.#stored?.cursor.anchors[0]?.at;
    if (begunAt !== undefined && (firstAtOf(batch) ?? 0) - begunAt > maxRecordedMs) return false;
    const added = this.#frames.add(batch, now, this.#isNew);
    if (added === 0) return false;
    const stored = this.#stored ?? this.#begin(batch.subject);
    this.#changedAt = now;
    // Ids rise with time: what comes late of an earlier broadcast does not continue the performance.
    if (batch.subject.broadcast > stored.broadcast)
      this.#store({
        ...stored,
        broadcast: batch.subject.broadcast,
        endedAt: null,
        ...(stored.endedAt !== null && { ends: [...(stored.ends ?? []), stored.endedAt] }),
        isComplete: false,
      });
    else if (stored.isComplete) this.#store({ ...stored, isComplete: false });
    this.#writeWhole(now);
    // After the end no batch may follow that would tell the source.
    if (this.#known.endedAt !== null || this.#frames.mustStore(now)) this.#frames.store();
    return true;
  }

  /** Stores all that is in memory alone. */
  store(): void {
    this.#frames.store();
  }

  /** The number of the last batch since the object began, and that up to which all are stored. */
  get receipt(): { received: number; stored: number } {
    return this.#frames.receipt;
  }

  /** This broadcast is over: stores all that has arrived. It continues where another one has followed it. */
  end(broadcast: string, endedAt: number): void {
    this.#frames.store();
    const stored = this.#stored;
    if (stored !== undefined && stored.broadcast <= broadcast) this.#store({ ...stored, endedAt });
  }

  /** Writes all that has arrived, without waiting for what is missing. */
  complete(now: number): void {
    while (this.#write(this.#assemble(now, true), now));
    // MP3 and levels of sound that never came.
    this.#frames.clear();
    if (this.#stored !== undefined) this.#store({ ...this.#stored, isComplete: true });
  }

  /** The bytes of the first chunks are where they are joined. */
  noteJoined(joined: number): void {
    this.#store({ ...this.#known, joined });
  }

  /** Time when something new arrived, epoch ms; 0 where that was before an eviction. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /**
   * Returns until when something that is missing is waited for, epoch ms; null where all that has arrived can be
   * written.
   */
  waitsUntil(now: number): number | null {
    return this.#stored === undefined ? null : this.#look(now, Number.POSITIVE_INFINITY).waitUntil;
  }

  /** Null before the first sound. What has arrived and is not a chunk yet appears as the last chunk, in whole pages. */
  index(now: number): TapeIndex | null {
    const stored = this.#stored;
    if (stored === undefined) return null;
    const tail = stored.isComplete ? null : this.#tail(now);
    const chunks = this.chunks.list();
    const peaks = this.chunks.peaks();
    if (tail !== null && tail.chunk.ms > 0) {
      const { ms, pages, opus, mp3 } = tail.chunk;
      const sizes = { opusBytes: opus.byteLength, mp3Bytes: mp3.byteLength };
      chunks.push({ n: chunks.length, place: "tape", ms, pages, ...sizes });
    }
    const { mp3 } = stored.cursor;
    const anchors = (tail?.assembled.cursor ?? stored.cursor).anchors;
    return {
      id: stored.subject.broadcast,
      performance: stored.subject.performance,
      serial: stored.serial,
      version: Math.max(stored.version, this.#changedAt),
      startedAt: anchors[0]?.at ?? stored.startedAt,
      endedAt: stored.isComplete ? stored.endedAt : null,
      durationMs: chunks.reduce((sum, { ms }) => sum + ms, 0),
      chunks,
      ...(stored.joined !== undefined && { joined: stored.joined }),
      anchors: markPauses(anchors, stored.ends ?? []),
      ...(stored.isComplete && mp3.header && { mp3: { header: mp3.header, ms: mp3.ms } }),
      peaks: toBase64(tail === null ? peaks : concat([peaks, tail.peaks])),
    };
  }

  /** The bytes of a chunk that is not in R2. */
  read(n: number, file: TapeFile, now: number): Uint8Array | null {
    const kept = this.chunks.read(n, file);
    if (kept !== null || this.#stored === undefined || n !== this.chunks.totals().count) return kept;
    return this.#tail(now).chunk[file];
  }

  clear(): void {
    this.#frames.clear();
    this.chunks.clear();
    this.#stored = undefined;
    this.#memory.set(storedRecording, null);
  }

  get #known(): StoredRecording {
    if (this.#stored === undefined) throw new Error("nothing is recorded");
    return this.#stored;
  }

  #begin(subject: TapeSubject): StoredRecording {
    const startedAt = Math.floor(
      Math.min(
        ...this.#frames.connections.flatMap(({ opus, mp3 }) =>
          [...opus.values(), ...mp3.values()].map(({ at }) => at),
        ),
        Date.now(),
      ),
    );
    const serial = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
    const begun = {
      subject,
      broadcast: subject.broadcast,
      serial,
      startedAt,
      endedAt: null,
      isComplete: false,
      version: 0,
      cursor: startCursor,
    };
    this.#store(begun);
    return begun;
  }

  #store(stored: StoredRecording): void {
    this.#stored = stored;
    this.#memory.set(storedRecording, stored);
  }

  readonly #isNew = (connection: string, kind: UplinkFrame["kind"], seq: number): boolean => {
    const cursor = this.#stored?.cursor;
    if (cursor === undefined) return true;
    if (isDone(cursor, connection)) return false;
    if (kind === "opus") return connection !== cursor.connection || cursor.seq === null || seq >= cursor.seq;
    const { mp3 } = cursor;
    return kind === "levels" || connection !== mp3.connection || mp3.seq === null || seq >= mp3.seq;
  };

  #missingSince(now: number) {
    return (connection: string, seq: number) => {
      const key = `${connection}/${seq}`;
      const since = this.#missing.get(key) ?? now;
      this.#missing.set(key, since);
      return since;
    };
  }

  #assemble(now: number, isFinal: boolean, maxPackets = packetsPerChunk): Assembled {
    const read = (frame: Parameters<ArrivedFrames["read"]>[0]) => this.#frames.read(frame);
    const options = { now, isFinal, maxPackets, missingSince: this.#missingSince(now), read };
    return assemble(this.#known.cursor, this.#frames.connections, options);
  }

  /** Returns what could be written, without reading it: a backlog of minutes does not fit into memory. */
  #look(now: number, maxPackets: number): Assembled {
    const options = {
      now,
      isFinal: false,
      maxPackets,
      missingSince: this.#missingSince(now),
      read: () => nothing,
    };
    return assemble(this.#known.cursor, this.#frames.connections, options);
  }

  #writeWhole(now: number): void {
    for (;;) {
      const ready = this.#look(now, packetsPerChunk + marginPackets).packets.length;
      if (ready < packetsPerChunk + marginPackets) return;
      this.#write(this.#assemble(now, false), now);
    }
  }

  /** Writes one chunk. Returns whether there was anything to write. */
  #write({ cursor, packets, mp3 }: Assembled, now: number): boolean {
    if (packets.length === 0) return false;
    const stored = this.#known;
    const { count, pages } = this.chunks.totals();
    const chunk = buildChunk(stored.serial, { pages, packets: stored.cursor.packets }, packets, mp3);
    this.chunks.add(count, chunk, this.#peaks(stored.cursor, cursor));
    this.#store({ ...stored, cursor, version: Math.max(stored.version + 1, now) });
    this.#forgetWritten(cursor);
    this.#missing.clear();
    return true;
  }

  #forgetWritten(cursor: Cursor): void {
    for (const { name } of this.#frames.connections) {
      const isOver = isDone(cursor, name);
      const isBefore = (seq: number, next: number | null) => isOver || (next !== null && seq < next);
      const { mp3 } = cursor;
      if (isOver || name === cursor.connection)
        this.#frames.remove(name, "opus", (seq) => isBefore(seq, cursor.seq));
      if (isOver || name === mp3.connection)
        this.#frames.remove(name, "mp3", (seq) => isBefore(seq, mp3.seq));
      const end = cursor.expectedAt ?? 0;
      this.#frames.remove(name, "levels", (_, { at }) => isOver || at + 1_000 <= end);
    }
  }

  /**
   * Returns what has arrived and is not in a chunk, in whole pages, so that its bytes stay as they are when more
   * arrives.
   */
  #tail(now: number) {
    const stored = this.#known;
    const pagePackets = 1_000 / packetMs;
    const available = this.#look(now, packetsPerChunk).packets.length;
    const whole = available - (available % pagePackets);
    const assembled = this.#assemble(now, false, whole);
    const { pages } = this.chunks.totals();
    const before = { pages, packets: stored.cursor.packets };
    const chunk = buildChunk(stored.serial, before, assembled.packets, assembled.mp3);
    return { assembled, chunk, peaks: this.#peaks(stored.cursor, assembled.cursor) };
  }

  /** The highest level of each half second between two cursors. */
  #peaks(from: Cursor, to: Cursor): Uint8Array {
    const start = Math.round((from.packets * packetMs) / peakMs);
    const peaks = new Uint8Array(Math.max(0, Math.round((to.packets * packetMs) / peakMs) - start));
    for (const { levels } of this.#frames.connections) {
      for (const frame of levels.values()) {
        const pairs = this.#frames.read(frame);
        for (let i = 0; i + 1 < pairs.byteLength; i += 2) {
          const position = positionAt(to.anchors, frame.at + (i / 2) * levelMs);
          const slot = position === null ? -1 : Math.floor(position / peakMs) - start;
          const peak = pairs[i] ?? 0;
          if (slot >= 0 && slot < peaks.length && peak > (peaks[slot] ?? 0)) peaks[slot] = peak;
        }
      }
    }
    return peaks;
  }
}

const toBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};
