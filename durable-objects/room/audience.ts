/** What a shard reports of its own listeners. */
export interface ShardAudience {
  keys: string[];
  /** Sends a second, in units of one listener of the class `normal`. */
  load: number;
}

/**
 * Who hears the room: distinct people and browsers that listen by socket, here or on a shard, and each connection
 * of a player that has no socket. Rebuilt from the sockets, so it is right after an eviction.
 */
export class Audience {
  readonly #keys = new Map<string, number>();
  readonly #shards = new Map<number, ShardAudience>();
  #streams = 0;

  add(key: string): void {
    this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
  }

  remove(key: string): void {
    const count = (this.#keys.get(key) ?? 0) - 1;
    if (count > 0) this.#keys.set(key, count);
    else this.#keys.delete(key);
  }

  addStream(): void {
    this.#streams += 1;
  }

  removeStream(): void {
    this.#streams = Math.max(0, this.#streams - 1);
  }

  setShard(index: number, audience: ShardAudience | null): void {
    if (audience === null) this.#shards.delete(index);
    else this.#shards.set(index, audience);
  }

  shard(index: number): ShardAudience | undefined {
    return this.#shards.get(index);
  }

  keys(): string[] {
    return [...this.#keys.keys()];
  }

  count(): number {
    if (this.#shards.size === 0) return this.#keys.size + this.#streams;
    const all = new Set(this.#keys.keys());
    for (const { keys } of this.#shards.values()) for (const key of keys) all.add(key);
    return all.size + this.#streams;
  }
}
