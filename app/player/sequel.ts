import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { RoomSource } from "./contract.ts";
import { findLineup, toStageSource } from "./next-source.ts";
import { decideStreamEnd, queueOf, type StreamEntry } from "./queue.ts";

/** While nothing is on air, the next streams are checked this often. */
const lookEveryMs = 1_000;
/**
 * Time for which the player keeps listening in a gap between two performers, so that the next one is heard from the
 * first sample.
 */
const restAfterMs = 10_000;

interface Handlers {
  /** The next stream starts soon, but not immediately: the player need not listen until `onResume`. */
  onRest: () => void;
  onResume: () => void;
  /** The performance is over; `next` is the stream of another room that follows immediately, if there is one. */
  onOver: (next: RoomSource | null) => void;
}

/**
 * Decides what follows the stream that is heard: while the room is off the air, whether it is expected back, whether
 * another follows, and where.
 */
export class Sequel {
  readonly #source: RoomSource;
  readonly #room: RoomConnection;
  readonly #isSignedIn: boolean;
  readonly #handlers: Handlers;
  #lineup: SetView[] = [];
  #current: StreamEntry | null;
  #offAirAt = 0;
  #isResting = false;
  #isReading = false;
  #isEnded = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `isSignedIn`: signed out, the sets after the next one cannot be requested. */
  constructor(source: RoomSource, room: RoomConnection, isSignedIn: boolean, handlers: Handlers) {
    this.#source = source;
    this.#room = room;
    this.#isSignedIn = isSignedIn;
    this.#handlers = handlers;
    const { onAir } = source;
    this.#current = onAir.online ? (queueOf(onAir, [])[0] ?? null) : null;
    if (source.kind === "stage" && (onAir.currentSet ?? onAir.nextSet)) void this.#readLineup();
  }

  get isResting(): boolean {
    return this.#isResting;
  }

  /** The room's state may have changed. */
  follow(): void {
    const { state } = this.#room.getView();
    if (state.status === "offline") {
      if (this.#timer === undefined) void this.#beginLooking();
      return;
    }
    this.#current = queueOf(state, this.#lineup)[0] ?? null;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!this.#isResting) return;
    this.#isResting = false;
    this.#handlers.onResume();
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  async #beginLooking(): Promise<void> {
    this.#offAirAt = performance.now();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    // A stage reports its next set; where the performer of a profile plays next is requested when they stop.
    if (this.#source.kind === "profile") await this.#readLineup();
    this.#look();
  }

  /** Nothing is on air: is it expected back, does something follow, or is it over? */
  #look(): void {
    const { state, connection } = this.#room.getView();
    // The page's data before the room has sent its own may be old.
    if (this.#isEnded || this.#isReading || connection !== "open" || state.status !== "offline") return;
    const queue = queueOf(state, this.#lineup);
    const end = decideStreamEnd(this.#current, queue, this.#room.serverNow());
    if (end.type === "stop") this.#handlers.onOver(null);
    else if (end.type === "switch" && this.#isHere(end.to)) this.#rest();
    else if (end.type === "switch") this.#handlers.onOver(toStageSource(end.to, this.#source.image));
  }

  #isHere({ room }: StreamEntry): boolean {
    return this.#source.kind === "stage" && (room === null || room.id === this.#source.id);
  }

  /** Stops after a moment, until the next stream: a user who waits in silence does not count as a listener. */
  #rest(): void {
    if (this.#isResting || performance.now() - this.#offAirAt < restAfterMs) return;
    this.#isResting = true;
    this.#handlers.onRest();
  }

  /** A stage's later sets, or a performer's. */
  async #readLineup(): Promise<void> {
    if (!this.#isSignedIn) return;
    this.#isReading = true;
    this.#lineup = await findLineup(this.#source);
    this.#isReading = false;
  }
}
