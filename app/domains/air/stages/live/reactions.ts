import type { RoomEvent } from "./protocol.ts";

/** A heart, a cheer or a tip, at the moment at which this listener hears the sound it was given for. */
export interface Reaction {
  id: number;
  kind: "cheer" | "favorite" | "tip";
  /** The user who cheered or tipped; favorites are anonymous. */
  by: string | null;
  /** Amount of a tip, tokens. */
  amount?: number;
}

/** Time for which a reaction floats over a page. */
export const reactionMs = 8_000;
/** Older reactions, read again after a reconnect, are not shown. */
const staleMs = 20_000;

/**
 * The maximum shown at the same time. Each is a layer of its own to the browser: without a graphics card, 20 cost
 * little (43 frames a second instead of 51), and 40 make a page stall.
 */
export const maxReactions = 20;
/** Number below which each is shown immediately; above it they are spread over the time that they are shown. */
const unhurried = 10;
const spreadMs = reactionMs / maxReactions;

/**
 * The reaction of an event, or null. `ear`: server time (epoch ms) of the sound that is heard, otherwise of the
 * server's clock.
 */
export function toReaction({ event, data, seq }: RoomEvent, ear: number): Reaction | null {
  if (event !== "cheered" && event !== "favorited" && event !== "tipped") return null;
  if (event === "favorited" && data.isFavorited !== true) return null;
  if (ear - data.mediaAt > staleMs) return null;
  if (event === "tipped") return { id: seq, kind: "tip", by: data.user, amount: data.amount };
  return event === "cheered"
    ? { id: seq, kind: "cheer", by: data.user }
    : { id: seq, kind: "favorite", by: null };
}

/**
 * The reactions of the last 8 s, oldest first; `onChange` gets a new list whenever one is added or removed. When there
 * are too many it takes a sample: a steady stream, not one burst every 8 s. Every tip is shown, in place of the oldest
 * of the others where there is no room: only more tips than that are not.
 */
export class FloatingReactions {
  readonly #onChange: (list: readonly Reaction[]) => void;
  #list: readonly Reaction[] = [];
  /** Time when each in the list was added, epoch ms. */
  #cameAt: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (list: readonly Reaction[]) => void) {
    this.#onChange = onChange;
  }

  add(fresh: readonly Reaction[]): void {
    const now = Date.now();
    const tipsFirst = fresh.toSorted((a, b) => Number(b.kind === "tip") - Number(a.kind === "tip"));
    const before = this.#list;
    for (const reaction of tipsFirst) {
      const isShown = reaction.kind === "tip" ? this.#admitTip(now) : this.#admit(now);
      if (isShown) this.#list = [...this.#list, reaction];
    }
    if (this.#list === before) return;
    this.#publish(this.#list);
    this.#schedule(now);
  }

  #admitTip(now: number): boolean {
    if (this.#cameAt.length >= maxReactions) {
      const other = this.#list.findIndex(({ kind }) => kind !== "tip");
      if (other === -1) return false;
      this.#list = this.#list.toSpliced(other, 1);
      this.#cameAt = this.#cameAt.toSpliced(other, 1);
    }
    this.#cameAt.push(now);
    return true;
  }

  #admit(now: number): boolean {
    const last = this.#cameAt.at(-1) ?? Number.NEGATIVE_INFINITY;
    const isShown =
      this.#cameAt.length < unhurried || (this.#cameAt.length < maxReactions && now - last >= spreadMs);
    if (isShown) this.#cameAt.push(now);
    return isShown;
  }

  #forget(now: number): void {
    const gone = this.#cameAt.filter((cameAt) => now - cameAt >= reactionMs).length;
    this.#cameAt = this.#cameAt.slice(gone);
    if (gone > 0) this.#publish(this.#list.slice(gone));
    this.#schedule(now);
  }

  #schedule(now: number): void {
    const [first] = this.#cameAt;
    clearTimeout(this.#timer);
    if (first === undefined) return;
    this.#timer = setTimeout(() => this.#forget(Date.now()), Math.max(0, first + reactionMs - now));
  }

  #publish(list: readonly Reaction[]): void {
    this.#list = list;
    this.#onChange(list);
  }
}
