import type { TapeSubject } from "../../contract.ts";
import type { RoomCore } from "../core.ts";
import { type TapeEnd, tapeEnds } from "../memory.ts";
import type { TapeQueue } from "./tape-queue.ts";

/** The name of this task in the room's due list: its alarm calls `send` for it. */
export const tapeEndsDue = "tape-ends";

/**
 * Time after which the ends that were not confirmed before an eviction are sent again; until then the queues repeat
 * them.
 */
const againMs = 10_000;

/** The ends of broadcasts that their tapes have not confirmed: stored, and sent until they have. */
export class TapeEnds {
  readonly #core: RoomCore;
  readonly #queueOf: (performance: string) => TapeQueue;
  /** A tape has confirmed the end of a broadcast; `wasRefused`: nothing of it may be recorded, as far as is known. */
  readonly #confirmed: (subject: TapeSubject, wasRefused: boolean) => void;
  /** The broadcasts whose end waits in a queue. */
  readonly #queued = new Set<string>();

  constructor(
    core: RoomCore,
    queueOf: (performance: string) => TapeQueue,
    confirmed: (subject: TapeSubject, wasRefused: boolean) => void,
  ) {
    this.#core = core;
    this.#queueOf = queueOf;
    this.#confirmed = confirmed;
  }

  note(end: TapeEnd): void {
    this.#store([...this.#waiting(), end]);
    this.send();
  }

  /** Sends what waits, after the sound before it. May run twice. */
  send(): void {
    for (const end of this.#waiting()) this.#queue(end);
    if (this.#waiting().length > 0) void this.#core.due.schedule(tapeEndsDue, Date.now() + againMs);
  }

  forget(userId: string): void {
    this.#store(this.#waiting().filter(({ subject }) => subject.performerId !== userId));
  }

  #queue({ subject, endedAt }: TapeEnd): void {
    const { broadcast, performance } = subject;
    if (this.#queued.has(broadcast)) return;
    this.#queued.add(broadcast);
    const done = (wasRefused: boolean) => {
      this.#queued.delete(broadcast);
      this.#store(this.#waiting().filter((each) => each.subject.broadcast !== broadcast));
      if (this.#waiting().length === 0) void this.#core.due.cancel(tapeEndsDue);
      this.#confirmed(subject, wasRefused);
    };
    this.#queueOf(performance).end({ subject, endedAt, done });
  }

  #waiting(): TapeEnd[] {
    return this.#core.memory.get(tapeEnds);
  }

  #store(ends: TapeEnd[]): void {
    this.#core.memory.set(tapeEnds, ends);
  }
}
