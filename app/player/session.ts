import type { OnAirView } from "../domains/stages/contract.ts";
import { type RoomConnection, roomConnection } from "../domains/stages/live/connection.ts";
import type { RoomState } from "../domains/stages/live/protocol.ts";
import type { ListenClass } from "../domains/stages/live/transport.ts";
import { toRoomState } from "../domains/stages/live/use-room.ts";
import type { PlayerEngine, PlaySource } from "./contract.ts";
import type { Engine } from "./engines/engine.ts";
import type { Ladder, LadderEvent } from "./engines/ladder.ts";
import { decideOffAir } from "./machine.ts";
import { openOutput } from "./sound-output.ts";

/** After an error of the stream, so long until it is tried again. */
const reloadMs = 3_000;

export interface SessionHandlers {
  onEvent: (event: Exclude<LadderEvent, { type: "failed" }>) => void;
  /** What the room is doing, as this listener hears it. */
  onRoom: (state: RoomState) => void;
  /** The performance is over. */
  onOver: () => void;
}

/** The engines; loaded once, on the first play or a little before. */
export function loadEngines() {
  return import("./engines/ladder.ts");
}

/** The page's connection to the room of a source. */
export function roomOf({ kind, id, name, onAir }: PlaySource): RoomConnection {
  return roomConnection(toRoomState(kind, { ...onAir, id, name, favoriteCount: 0, cheerCount: 0 }));
}

/**
 * One stay in one room, from the press of play to the stop: keeps the room connected, runs the ladder, begins again
 * after errors, and knows when it is over. Constructed within the click.
 */
export class PlaySession {
  readonly room: RoomConnection;
  readonly #handlers: SessionHandlers;
  readonly #context = openOutput();
  readonly #release: () => void;
  readonly #unsubscribe: () => void;
  readonly #forced: PlayerEngine | null;
  #gain: number;
  #ladder: Ladder | null = null;
  #onAir: OnAirView;
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #overTimer: ReturnType<typeof setInterval> | undefined;
  #isEnded = false;

  constructor(source: PlaySource, gain: number, forced: PlayerEngine | null, handlers: SessionHandlers) {
    this.#handlers = handlers;
    this.#gain = gain;
    this.#forced = forced;
    this.#onAir = source.onAir;
    this.room = roomOf(source);
    this.#release = this.room.retain();
    this.#unsubscribe = this.room.subscribe(() => this.#onRoom());
    void this.#begin();
    this.#onRoom();
  }

  get engine(): Engine | null {
    return this.#ladder?.engine ?? null;
  }

  setGain(gain: number): void {
    this.#gain = gain;
    this.#ladder?.setGain(gain);
  }

  /** Resolves when the last sound has faded. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#reloadTimer);
    clearInterval(this.#overTimer);
    this.#unsubscribe();
    this.room.setEar(null);
    await this.#ladder?.stop();
    this.#release();
  }

  async #begin(): Promise<void> {
    const { Ladder } = await loadEngines().catch(() => ({ Ladder: null }));
    if (this.#isEnded) return;
    if (Ladder === null) {
      // The chunk did not load: the network is away, or a deploy has replaced it.
      this.#reloadLater();
      return;
    }
    const host = {
      room: this.room,
      context: this.#context,
      listenClass: chooseClass(),
      url: () => this.room.getView().state.currentUrl,
      gain: this.#gain,
    };
    this.#ladder = new Ladder(host, this.#forced, (event) => this.#onLadder(event));
    this.#ladder.start();
  }

  #onLadder(event: LadderEvent): void {
    if (this.#isEnded) return;
    if (event.type === "failed") {
      this.#handlers.onEvent({ type: "starved", engine: event.engine });
      void this.#ladder?.stop();
      this.#reloadLater();
      return;
    }
    if (event.type === "sounding") this.room.setEar(() => this.engine?.figures().heardAt ?? null);
    this.#handlers.onEvent(event);
  }

  #reloadLater(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.#begin(), reloadMs);
  }

  #onRoom(): void {
    const { state } = this.room.getView();
    this.#handlers.onRoom(state);
    if (state.status === "offline") {
      this.#overTimer ??= setInterval(() => this.#checkOver(), 1_000);
      this.#checkOver();
      return;
    }
    this.#onAir = state;
    clearInterval(this.#overTimer);
    this.#overTimer = undefined;
  }

  #checkOver(): void {
    // What is on the page before the room has spoken may be old.
    if (this.#isEnded || this.room.getView().connection !== "open") return;
    const { state } = this.room.getView();
    if (decideOffAir(this.#onAir, state, this.room.serverNow()) === "over") this.#handlers.onOver();
  }
}

/**
 * Every packet by itself (20 ms) for the lowest delay; three at a time, at a third of the messages, where the
 * listener saves data or the network is slow. A room with many listeners spreads over shards either way.
 */
function chooseClass(): ListenClass {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  if (typeof connection !== "object" || connection === null) return "live";
  const savesData = "saveData" in connection && connection.saveData === true;
  const isSlow = "effectiveType" in connection && connection.effectiveType !== "4g";
  return savesData || isSlow ? "normal" : "live";
}
