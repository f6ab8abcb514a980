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
  /** By socket: a close that arrives late, or twice, ends nobody else's listening. */
  readonly #keys = new Map<object, string>();
  readonly #shards = new Map<number, ShardAudience>();
  #streams = 0;

  add(socket: object, key: string): void {
    this.#keys.set(socket, key);
  }

  remove(socket: object): void {
    this.#keys.delete(socket);
  }

  countStream(change: 1 | -1): void {
    this.#streams = Math.max(0, this.#streams + change);
  }

  setShard(index: number, audience: ShardAudience | null): void {
    if (audience === null) this.#shards.delete(index);
    else this.#shards.set(index, audience);
  }

  shard(index: number): ShardAudience | undefined {
    return this.#shards.get(index);
  }

  keys(): string[] {
    return [...new Set(this.#keys.values())];
  }

  count(): number {
    const all = new Set(this.#keys.values());
    for (const { keys } of this.#shards.values()) for (const key of keys) all.add(key);
    return all.size + this.#streams;
  }
}
