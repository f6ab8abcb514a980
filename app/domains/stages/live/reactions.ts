import type { RoomEvent } from "./protocol.ts";

/** A heart or a cheer, at the moment at which this listener hears what it was given for. */
export interface Reaction {
  id: number;
  kind: "cheer" | "favorite";
  /** Who cheered; favorites are anonymous. */
  by: string | null;
}

/** How long a reaction floats over a page. */
export const reactionMs = 8_000;
/** Older news, read again after a reconnect, is not shown at all. */
const staleMs = 20_000;

/**
 * As many float at once, whatever a room does. Each is a layer of its own to the browser: where no graphics card helps,
 * 20 are hardly felt (43 frames a second in place of 51), and 40 bring a page to a stand.
 */
export const maxReactions = 20;
/** Fewer than this, and each is shown at once; beyond it they are spread over the time that they float. */
const unhurried = 10;
const spreadMs = reactionMs / maxReactions;

/** The reaction that an event is, or null. `ear`: server time (epoch ms) of what is heard, or what the server's clock says. */
export function toReaction({ event, data, seq }: RoomEvent, ear: number): Reaction | null {
  if (event !== "cheered" && event !== "favorited") return null;
  if (event === "favorited" && data.isFavorited !== true) return null;
  if (ear - data.mediaAt > staleMs) return null;
  return event === "cheered"
    ? { id: seq, kind: "cheer", by: data.user }
    : { id: seq, kind: "favorite", by: null };
}

/**
 * The reactions of the last 8 s, oldest first; `onChange` gets a new list whenever one comes or goes. Under a storm
 * it takes a sample, a steady stream of it and not one burst every 8 s.
 */
export class FloatingReactions {
  readonly #onChange: (list: readonly Reaction[]) => void;
  #list: readonly Reaction[] = [];
  /** When each of the list came, epoch ms. */
  #cameAt: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (list: readonly Reaction[]) => void) {
    this.#onChange = onChange;
  }

  add(fresh: readonly Reaction[]): void {
    const now = Date.now();
    const shown = fresh.filter(() => this.#admit(now));
    if (shown.length === 0) return;
    this.#publish([...this.#list, ...shown]);
    this.#schedule(now);
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
