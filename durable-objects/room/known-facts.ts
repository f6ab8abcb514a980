import type { Memory } from "#packages/durable/memory.ts";
import { isSame } from "../is-same.ts";
import type { RoomFacts } from "./facts.ts";
import { roomFacts } from "./memory.ts";

/** The facts that were last read from D1; null where none were, or the stage or person does not exist. */
export class KnownFacts {
  readonly #memory: Memory;
  #current: RoomFacts | null;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#current = memory.get(roomFacts);
  }

  get current(): RoomFacts | null {
    return this.#current;
  }

  /** Facts that are read again and have not changed are not stored again. */
  keep(facts: RoomFacts | null): void {
    const known = this.#current;
    this.#current = facts;
    const isKnown = known !== null && facts !== null && isSame({ ...facts, readAt: known.readAt }, known);
    if (!isKnown) this.#memory.set(roomFacts, facts);
  }
}
