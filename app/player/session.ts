import type { SetView } from "../domains/sets/contract.ts";
import { type RoomConnection, roomConnection } from "../domains/stages/live/connection.ts";
import type { RoomState } from "../domains/stages/live/protocol.ts";
import type { ListenOptions } from "../domains/stages/live/transport.ts";
import { toRoomState } from "../domains/stages/live/use-room.ts";
import type { PlayerEngine, PlaySource } from "./contract.ts";
import type { Engine } from "./engines/engine.ts";
import type { Ladder, LadderEvent } from "./engines/ladder.ts";
import { playerLimits } from "./limits.ts";
import { findLineup } from "./next-source.ts";
import { decideStreamEnd, queueOf, type StreamEntry } from "./queue.ts";
import { openOutput } from "./sound-output.ts";

/** While nothing is on air, what is to come is looked at this often. */
const lookEveryMs = 1_000;
/** One performer after the other may leave a gap: so long, the next is listened for, to be heard from the first sample. */
const restAfterMs = 10_000;
/** Dry for longer than this while the room is connected, a deep ear has heard all there is. */
const heardAllMs = 3_000;

export interface SessionHandlers {
  onEvent: (event: Exclude<LadderEvent, { type: "failed" }> | { type: "cued" }) => void;
  /** What the room is doing, as this listener hears it. */
  onRoom: (state: RoomState) => void;
  /** The performance is over; `next` is the stream of another room that follows at once, if one does. */
  onOver: (next: StreamEntry | null) => void;
}

export interface SessionOptions {
  gain: number;
  listen: ListenOptions;
  /** Signed out, what comes after the next set cannot be asked for. */
  isSignedIn: boolean;
  /** The one engine to use. */
  forced: PlayerEngine | null;
}

/** The engines; loaded once, on the first play or a little before. */
function loadEngines() {
  return import("./engines/ladder.ts");
}

/** Does what can be done before there is anything to play; `context` where a press has opened one. */
export function loadAhead(context: AudioContext | null): void {
  loadEngines().then(
    ({ preparePackets }) => preparePackets(context),
    () => {},
  );
}

/** The page's connection to the room of a source. */
export function roomOf({ kind, id, name, onAir }: PlaySource): RoomConnection {
  return roomConnection(toRoomState(kind, { ...onAir, id, name, favoriteCount: 0, cheerCount: 0 }));
}

/**
 * One stay in one room, from the press of play to the stop: keeps the room connected, runs the ladder, begins again
 * after errors, rests until the next stream where that is near, and knows when it is over. Constructed in the click.
 */
export class PlaySession {
  readonly room: RoomConnection;
  readonly #source: PlaySource;
  readonly #options: SessionOptions;
  readonly #handlers: SessionHandlers;
  readonly #context = openOutput();
  readonly #release: () => void;
  readonly #unsubscribe: () => void;
  #ladder: Ladder | null = null;
  #lineup: SetView[] = [];
  #current: StreamEntry | null;
  #starvedAt: number | null = null;
  #wasConnected = false;
  #offAirAt = 0;
  #isResting = false;
  #isReading = false;
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #lookTimer: ReturnType<typeof setInterval> | undefined;
  #isEnded = false;

  constructor(source: PlaySource, options: SessionOptions, handlers: SessionHandlers) {
    this.#source = source;
    this.#options = options;
    this.#handlers = handlers;
    this.#current = source.onAir.online ? (queueOf(source.onAir, [])[0] ?? null) : null;
    this.room = roomOf(source);
    this.#release = this.room.retain();
    this.#unsubscribe = this.room.subscribe(() => this.#onRoom());
    void this.#begin();
    this.#onRoom();
    if (source.kind === "stage" && (source.onAir.currentSet ?? source.onAir.nextSet)) void this.#readLineup();
  }

  get engine(): Engine | null {
    return this.#ladder?.engine ?? null;
  }

  setGain(gain: number): void {
    this.#options.gain = gain;
    this.#ladder?.setGain(gain);
  }

  /** Resolves when the last sound has faded. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#reloadTimer);
    clearInterval(this.#lookTimer);
    this.#unsubscribe();
    this.room.setEar(null);
    await this.#ladder?.stop();
    this.#release();
  }

  async #begin(): Promise<void> {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    const { Ladder } = await loadEngines().catch(() => ({ Ladder: null }));
    if (this.#isEnded || this.#isResting || this.#ladder !== null) return;
    if (Ladder === null) {
      // The chunk did not load: the network is away, or a deploy has replaced it.
      this.#reloadLater();
      return;
    }
    const { gain, listen, forced } = this.#options;
    const url = () => this.room.getView().state.currentUrl;
    const host = { room: this.room, context: this.#context, listen, url, gain };
    this.#ladder = new Ladder(host, forced, (event) => this.#onLadder(event));
    this.#ladder.start();
  }

  #onLadder(event: LadderEvent): void {
    if (this.#isEnded || this.#isResting) return;
    if (event.type === "failed") {
      this.#starvedAt ??= performance.now();
      this.#handlers.onEvent({ type: "starved", engine: event.engine });
      void this.#ladder?.stop();
      this.#ladder = null;
      this.#reloadLater();
      return;
    }
    this.#starvedAt = event.type === "starved" ? performance.now() : null;
    if (event.type === "sounding") this.#openEar();
    this.#handlers.onEvent(event);
  }

  #openEar(): void {
    const isDeep = this.#options.listen.behindMs > 0 && this.engine?.isProgressive === false;
    const heardAll = () =>
      this.#starvedAt !== null &&
      performance.now() - this.#starvedAt > heardAllMs &&
      this.room.getView().connection === "open";
    const heardAt = () => (isDeep && heardAll() ? null : (this.engine?.figures().heardAt ?? null));
    this.room.setEar({ heardAt, isDeep });
  }

  #reloadLater(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.#begin(), playerLimits.reloadMs);
  }

  #onRoom(): void {
    const { state, connection } = this.room.getView();
    const isBack = connection === "open" && !this.#wasConnected;
    this.#wasConnected = connection === "open";
    // The network is there again: what failed for want of it need not wait any longer.
    if (isBack && this.#reloadTimer !== undefined) void this.#begin();
    this.#handlers.onRoom(state);
    if (state.status === "offline") {
      if (this.#lookTimer === undefined) void this.#beginLooking();
      return;
    }
    this.#current = queueOf(state, this.#lineup)[0] ?? null;
    clearInterval(this.#lookTimer);
    this.#lookTimer = undefined;
    if (!this.#isResting) return;
    this.#isResting = false;
    void this.#begin();
  }

  async #beginLooking(): Promise<void> {
    this.#offAirAt = performance.now();
    this.#lookTimer = setInterval(() => this.#lookAhead(), lookEveryMs);
    // A stage tells its next set; where the performer of a profile plays next is asked for when they stop.
    if (this.#source.kind === "profile") await this.#readLineup();
    this.#lookAhead();
  }

  /** Nothing is on air: is it expected back, does something follow, or is it over? */
  #lookAhead(): void {
    const { state, connection } = this.room.getView();
    // What is on the page before the room has spoken may be old.
    if (this.#isEnded || this.#isReading || connection !== "open" || state.status !== "offline") return;
    const queue = queueOf(state, this.#lineup);
    const end = decideStreamEnd(this.#current, queue, this.room.serverNow());
    if (end.type === "stop") this.#handlers.onOver(null);
    else if (end.type === "switch" && this.#isHere(end.to)) this.#rest();
    else if (end.type === "switch") this.#handlers.onOver(end.to);
  }

  #isHere({ room }: StreamEntry): boolean {
    return this.#source.kind === "stage" && (room === null || room.id === this.#source.id);
  }

  /** After a moment, until the next stream: who waits in silence is no listener, and is not counted as one. */
  #rest(): void {
    if (this.#isResting || performance.now() - this.#offAirAt < restAfterMs) return;
    this.#isResting = true;
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    this.room.setEar(null);
    void this.#ladder?.stop();
    this.#ladder = null;
    this.#handlers.onEvent({ type: "cued" });
  }

  /** A stage's later sets, or a performer's. */
  async #readLineup(): Promise<void> {
    if (!this.#options.isSignedIn) return;
    this.#isReading = true;
    this.#lineup = await findLineup(this.#source);
    this.#isReading = false;
  }
}
