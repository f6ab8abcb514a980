import { chunkKey, indexKey, joinedKey, tapeFiles } from "#app/domains/air/replays/tape-index.ts";
import type { Memory } from "#packages/durable/memory.ts";
import { type Deletion, filesToDelete } from "./memory.ts";
import type { TapeBucket } from "./tape-bucket.ts";

/** R2 deletes at most this many keys at once. */
const deleteAtOnce = 500;
/** Time without an answer of R2 after which a write will not happen any more. */
export const maxLateMs = 5 * 60_000;

/** A recording whose objects are to be deleted. */
/** Objects that are still to be deleted in R2. Stored, and every step may run twice. */
export class Deletions {
  readonly #memory: Memory;
  readonly #bucket: TapeBucket;
  /** Those of which `isWriting` knows every put. Not stored: after an eviction nobody knows what was on its way. */
  readonly #known = new Set<string>();

  constructor(memory: Memory, bucket: TapeBucket) {
    this.#memory = memory;
    this.#bucket = bucket;
  }

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  /** `mayArrive`: an earlier instance of this object may have left a put unanswered. */
  add(deletion: Deletion, { mayArrive }: { mayArrive: boolean }): void {
    if (!mayArrive) this.#known.add(nameOf(deletion));
    this.#store([...this.#list, deletion]);
  }

  /**
   * Deletes everything. Returns whether that is final: a put that R2 has not answered may still write an object, and
   * what arrives after its deletion would stay. Throws where R2 refuses.
   */
  async run(): Promise<boolean> {
    const deletions = this.#list;
    if (deletions.length === 0) return true;
    const { isWriting } = this.#bucket;
    for (const each of deletions) await this.#deleteObjects(each);
    const mayArrive = (each: Deletion) => isWriting || !this.#known.has(nameOf(each));
    if (deletions.some((each) => mayArrive(each) && Date.now() < each.at + maxLateMs)) return false;
    for (const each of deletions) this.#known.delete(nameOf(each));
    // More may have been added meanwhile.
    this.#store(this.#list.slice(deletions.length));
    return this.run();
  }

  async #deleteObjects({ id, count, joined }: Deletion): Promise<void> {
    await this.#bucket.delete(indexKey(id));
    const keys = tapeFiles.flatMap((file) => [
      ...Array.from({ length: count }, (_, n) => chunkKey(id, n, file)),
      // It may have been complete before this object knew it.
      ...[joined, count].flatMap((each) => (each === undefined ? [] : [joinedKey(id, each, file)])),
    ]);
    for (let from = 0; from < keys.length; from += deleteAtOnce)
      await this.#bucket.delete(keys.slice(from, from + deleteAtOnce));
  }

  get #list(): Deletion[] {
    return this.#memory.get(filesToDelete);
  }

  #store(deletions: Deletion[]): void {
    this.#memory.set(filesToDelete, deletions);
  }
}

const nameOf = ({ id, at }: Deletion): string => `${id} ${at}`;
