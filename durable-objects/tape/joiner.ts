import {
  chunkKey,
  joinedKey,
  offsetOf,
  sizeOf,
  type TapeFile,
  type TapeIndex,
  tapeFiles,
  tapePrefix,
} from "#app/domains/air/replays/tape-index.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import type { Memory } from "#packages/durable/memory.ts";
import { type Joining, joiningFile } from "./memory.ts";
import type { TapeBucket } from "./tape-bucket.ts";

/** All parts of an upload but the last have this size: the smallest that R2 takes. */
const partBytes = 5 * 1_024 * 1_024;

/** A file that is being joined. */
/**
 * Joins the chunks of a complete recording into one object for each file, so that a listener's request is one read
 * instead of one for every 20 s. Its progress is stored, and every step may run twice.
 */
export class Joiner {
  readonly #memory: Memory;
  readonly #bucket: TapeBucket;

  constructor(memory: Memory, bucket: TapeBucket) {
    this.#memory = memory;
    this.#bucket = bucket;
  }

  /** One part of a file. Returns whether both files are complete. Throws where R2 refuses. */
  async step(index: TapeIndex): Promise<boolean> {
    const joined = index.chunks.length;
    const known = this.#memory.get(joiningFile);
    if (known !== null && known.joined !== joined) await this.abandon();
    const current = known?.joined === joined ? known : await this.#begin(index, tapeFiles[0]);
    const size = offsetOf(index, joined, current.file);
    const from = current.parts.length * partBytes;
    if (current.uploadId === null) {
      if (size > 0) await this.#bucket.put(current.key, await this.#read(index, current.file, 0, size));
      return this.#next(index, current.file);
    }
    const upload = this.#bucket.upload(current.key, current.uploadId);
    if (from < size) {
      const bytes = await this.#read(index, current.file, from, Math.min(from + partBytes, size));
      const part = await upload.uploadPart(current.parts.length + 1, bytes);
      this.#store({ ...current, parts: [...current.parts, part] });
      return false;
    }
    // Completed before, and not stored.
    if ((await this.#bucket.sizeOf(current.key)) !== size) await upload.complete(current.parts);
    return this.#next(index, current.file);
  }

  /** Gives up what is under way. */
  async abandon(): Promise<void> {
    const joining = this.#memory.get(joiningFile);
    if (joining == null) return;
    if (joining.uploadId !== null)
      // It may be gone already: R2 ends uploads after a week.
      await this.#bucket
        .upload(joining.key, joining.uploadId)
        .abort()
        .catch(() => undefined);
    this.#store(null);
  }

  /** Deletes the chunks that are joined, and what was joined before. */
  async dropJoined({ id, chunks, joined = 0 }: TapeIndex): Promise<void> {
    const kept = new Set(tapeFiles.map((file) => joinedKey(id, joined, file)));
    for (const { n } of chunks.slice(joined)) for (const file of tapeFiles) kept.add(chunkKey(id, n, file));
    kept.add(`${tapePrefix(id)}index.json`);
    let cursor: string | undefined;
    do {
      const page = await this.#bucket.list({
        prefix: tapePrefix(id),
        ...(cursor !== undefined && { cursor }),
      });
      const keys = page.objects.map(({ key }) => key).filter((key) => !kept.has(key));
      if (keys.length > 0) await this.#bucket.delete(keys);
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
  }

  async #begin(index: TapeIndex, file: TapeFile): Promise<Joining> {
    const joined = index.chunks.length;
    const key = joinedKey(index.id, joined, file);
    const isLarge = offsetOf(index, joined, file) > partBytes;
    const uploadId = isLarge ? await this.#bucket.beginUpload(key) : null;
    const joining = { joined, file, key, uploadId, parts: [] };
    this.#store(joining);
    return joining;
  }

  /** Returns whether that was the last file. */
  async #next(index: TapeIndex, file: TapeFile): Promise<boolean> {
    const next = tapeFiles[tapeFiles.indexOf(file) + 1];
    if (next === undefined) {
      this.#store(null);
      return true;
    }
    await this.#begin(index, next);
    return false;
  }

  /** The bytes from `from` up to, and without, `to`. Throws where a chunk is missing. */
  async #read(index: TapeIndex, file: TapeFile, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    let start = 0;
    for (const chunk of index.chunks) {
      const size = sizeOf(chunk, file);
      const [first, last] = [Math.max(from - start, 0), Math.min(to - start, size)];
      if (first < last)
        parts.push(await this.#readChunk(index, chunk.n, { file, from: first, to: last, start }));
      start += size;
    }
    return concat(parts);
  }

  async #readChunk(
    { id, joined = 0 }: TapeIndex,
    n: number,
    { file, from, to, start }: { file: TapeFile; from: number; to: number; start: number },
  ): Promise<Uint8Array> {
    // What an earlier end has joined.
    const [key, before] = n < joined ? [joinedKey(id, joined, file), start] : [chunkKey(id, n, file), 0];
    const bytes = await this.#bucket.read(key, { offset: before + from, length: to - from });
    if (bytes === null) throw new Error(`chunk ${n} is missing`);
    return bytes;
  }

  #store(joining: Joining | null): void {
    this.#memory.set(joiningFile, joining);
  }
}
