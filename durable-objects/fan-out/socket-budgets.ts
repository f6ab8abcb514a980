import type { Connection } from "partyserver";
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import { type Bucket, takeToken, tokensOf } from "#app/domains/air/stages/live/rules.ts";
import { refuse, reply } from "../frames.ts";
import { socketCloseCodes } from "../sockets.ts";

/** A page sends a few frames in a row when it reconnects, and otherwise one when its user does something. */
const frames = { max: 60, perMs: 6_000 };
/** Each of these reads the database. */
const joins = { max: 5, perMs: 10_000 };
/** Earlier sound: three times all that is held, and then twice as much as anyone can listen to. */
const packets = { max: (3 * socketLimits.ringMs) / packetMs, perMs: 60_000 };
/** A client that continues after this many refusals is not one of our pages. */
const maxRefusals = 200;

interface Spent {
  frames: Bucket | null;
  joins: Bucket | null;
  packets: Bucket | null;
  refusals: number;
}

/**
 * Limits what one socket may request of a room: a response can be a thousand times as large as its request. In memory
 * only: an object that was evicted has been quiet for longer than the budgets take to refill.
 */
export class SocketBudgets {
  readonly #spent = new WeakMap<object, Spent>();
  readonly #users = new Map<string, object>();

  /** Counts one more frame; `end`: this socket must be closed. */
  #frame(
    socket: object,
    isJoin: boolean,
    now: number,
  ): { ok: true } | { ok: false; retryAfterMs: number; end: boolean } {
    const spent = this.#of(socket);
    const frame = takeToken(spent.frames, frames, now);
    if (frame.ok) spent.frames = frame.bucket;
    const join = isJoin && frame.ok ? takeToken(spent.joins, joins, now) : null;
    if (join?.ok) spent.joins = join.bucket;
    const refusal = [frame, join].find((each) => each?.ok === false);
    if (refusal?.ok !== false) return { ok: true };
    spent.refusals += 1;
    return { ok: false, retryAfterMs: refusal.retryAfterMs ?? 0, end: spent.refusals > maxRefusals };
  }

  /**
   * True where a frame may be handled; otherwise its sender is told when to try again, and closed after too many. All
   * sockets of a user have one budget.
   */
  admits(socket: Connection, { id, event }: { id: string | null; event?: string }, userId?: string): boolean {
    const sender = userId === undefined ? socket : this.#user(userId);
    const budget = this.#frame(sender, event === "room updates join", Date.now());
    if (budget.ok) return true;
    reply(socket, refuse(id, "rate-limited", budget.retryAfterMs));
    if (!budget.end) return false;
    this.#of(sender).refusals = 0;
    socket.close(socketCloseCodes.tryAgainLater, "too many frames");
    return false;
  }

  /** Returns how many earlier packets this socket may be sent now. */
  packetsLeft(socket: object, now: number): number {
    return Math.floor(tokensOf(this.#of(socket).packets, packets, now));
  }

  packetsSent(socket: object, count: number, now: number): void {
    const spent = this.#of(socket);
    spent.packets = { tokens: tokensOf(spent.packets, packets, now) - count, at: now };
  }

  #user(userId: string): object {
    const known = this.#users.get(userId) ?? {};
    this.#users.set(userId, known);
    return known;
  }

  #of(socket: object): Spent {
    const known = this.#spent.get(socket);
    if (known !== undefined) return known;
    const fresh = { frames: null, joins: null, packets: null, refusals: 0 };
    this.#spent.set(socket, fresh);
    return fresh;
  }
}
