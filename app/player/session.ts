import type { ListenOptions } from "#app/live/transport.ts";
import { type RoomConnection, roomConnection } from "../domains/air/stages/live/connection.ts";
import type { RoomState } from "../domains/air/stages/live/protocol.ts";
import { toRoomState } from "../domains/air/stages/live/use-room.ts";
import type { RoomSource, Session } from "./contract.ts";
import type { Engine, EngineFigures } from "./engines/engine.ts";
import type { Ladder, LadderEvent } from "./engines/ladder.ts";
import { playerLimits } from "./limits.ts";
import { loadOnPlay } from "./load-on-play.ts";
import type { Sequel } from "./sequel.ts";
import { openOutput } from "./sound-output.ts";

/** A listener far behind live who has had no sound for this long while the room is connected has heard everything. */
const heardAllMs = 3_000;

export interface SessionHandlers {
  onEvent: (event: Exclude<LadderEvent, { type: "failed" }> | { type: "failed" | "cued" }) => void;
  /** The room's state, as this listener hears it. */
  onRoom: (state: RoomState) => void;
  /** The performance is over; `next` is the stream of another room that follows immediately, if there is one. */
  onOver: (next: RoomSource | null) => void;
}

export interface SessionOptions {
  gain: number;
  listen: ListenOptions;
  /** Signed out, the sets after the next one cannot be requested. */
  isSignedIn: boolean;
}

/** Does what is possible before there is anything to play; `context` where a press has opened one. */
export function loadAhead(context: AudioContext | null): void {
  loadOnPlay().then(
    ({ preparePackets }) => preparePackets(context),
    () => {},
  );
}

/** The page's connection to the room of a source. */
export function roomOf({ kind, id, name, onAir }: RoomSource): RoomConnection {
  return roomConnection(toRoomState(kind, { ...onAir, id, name, favoriteCount: 0, cheerCount: 0 }));
}

export const silence: EngineFigures = { heardAt: null, bufferMs: 0, underruns: 0, concealed: 0 };

/**
 * One session in one room, from the press of play to the stop: keeps the room connected, runs the ladder, restarts
 * after errors, and pauses or ends as its sequel decides. Constructed in the click.
 */
export class PlaySession implements Session {
  readonly replay = null;
  readonly room: RoomConnection;
  readonly #source: RoomSource;
  readonly #options: SessionOptions;
  readonly #handlers: SessionHandlers;
  readonly #context = openOutput();
  readonly #release: () => void;
  readonly #unsubscribe: () => void;
  #ladder: Ladder | null = null;
  #sequel: Sequel | null = null;
  #starvedAt: number | null = null;
  #wasConnected = false;
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(source: RoomSource, options: SessionOptions, handlers: SessionHandlers) {
    this.#source = source;
    this.#options = options;
    this.#handlers = handlers;
    this.room = roomOf(source);
    this.#release = this.room.retain();
    this.#unsubscribe = this.room.subscribe(() => this.#onRoom());
    void this.#begin();
    this.#onRoom();
  }

  get engine(): Engine | null {
    return this.#ladder?.engine ?? null;
  }

  figures(): EngineFigures {
    return this.engine?.figures() ?? silence;
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
    this.#sequel?.end();
    this.#unsubscribe();
    this.room.setEar(null);
    await this.#ladder?.stop();
    this.#release();
  }

  async #begin(): Promise<void> {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    const loaded = await loadOnPlay().catch(() => null);
    if (this.#isEnded || this.#ladder !== null) return;
    if (loaded === null) {
      // The chunk did not load: the network is down, or a deploy has replaced it.
      this.#reloadLater();
      return;
    }
    this.#followUp(loaded);
    if (this.#isEnded || this.#sequel?.isResting) return;
    const { gain, listen } = this.#options;
    const url = () => this.room.getView().state.currentUrl;
    const sound = loaded.soundOf(this.room);
    const host = { sound, isReplay: false, context: this.#context, listen, url, gain };
    this.#ladder = new loaded.Ladder(host, loaded.livePlan(), (event) => this.#onLadder(event));
    this.#ladder.start();
  }

  #followUp({ Sequel }: Awaited<ReturnType<typeof loadOnPlay>>): void {
    if (this.#sequel !== null) return;
    const { onOver } = this.#handlers;
    this.#sequel = new Sequel(this.#source, this.room, this.#options.isSignedIn, {
      onRest: () => this.#rest(),
      onResume: () => void this.#begin(),
      onOver,
    });
    this.#sequel.follow();
  }

  #rest(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = undefined;
    this.room.setEar(null);
    void this.#ladder?.stop();
    this.#ladder = null;
    this.#handlers.onEvent({ type: "cued" });
  }

  #onLadder(event: LadderEvent): void {
    if (this.#isEnded || this.#sequel?.isResting) return;
    if (event.type === "failed") {
      this.#starvedAt ??= performance.now();
      this.#handlers.onEvent({ type: "starved", engine: event.engine });
      this.#handlers.onEvent({ type: "failed" });
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
    // The network is back: what failed because of it need not wait any longer.
    if (isBack && this.#reloadTimer !== undefined) void this.#begin();
    this.#handlers.onRoom(state);
    this.#sequel?.follow();
  }
}
