import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { Store } from "../ui/store.ts";
import {
  isStreaming,
  type PlayerState,
  type PlaySource,
  type RoomSource,
  type SeekableSession,
} from "./contract.ts";
import type { EngineFigures } from "./engines/engine.ts";
import type { RewindTo } from "./replay/rewind.ts";

/** Dependencies of the controls. */
interface ReplayControlsDeps {
  store: Store<PlayerState>;
  /** Returns the source that plays, or is about to. */
  heardSource: () => PlaySource | null;
  /** The replay that plays or is paused, or null. */
  session: () => SeekableSession | null;
  figures: () => EngineFigures;
  room: () => RoomConnection | null;
  play: (source: PlaySource, options?: { at?: number }) => void;
  onPaused: (isPaused: boolean) => void;
  renewFigures: () => void;
}

/** The controls of a replay, and of the past of what is on air. */
export class ReplayControls {
  readonly #deps: ReplayControlsDeps;

  constructor(deps: ReplayControlsDeps) {
    this.#deps = deps;
  }

  /** Pauses a replay: its position stays. */
  pause(): void {
    this.#setPaused(true);
  }

  /** Goes on with a paused replay. Call it in the handler of a click or a key. */
  resume(): void {
    this.#setPaused(false);
  }

  /** Takes a replay to this position, ms from its start. */
  seek(position: number): void {
    this.#session?.seek(position);
    this.#deps.renewFigures();
  }

  /** Takes a replay this much (ms) forward, or back. */
  seekBy(ms: number): void {
    if (this.#session) this.seek(this.#session.position + ms);
  }

  /**
   * Takes the listener of a room back in what is on air: it goes on as a replay, with the room as its `live`. Resolves
   * when that starts, or when a message has said why it cannot.
   */
  async rewind(to: RewindTo): Promise<void> {
    const source = this.#deps.heardSource();
    const rewinding = await import("./replay/rewind.ts").catch(() => null);
    if (source === null || rewinding === null) return;
    const past = await rewinding.findPast(source, to, this.#deps.figures().heardAt, this.#deps.room());
    // Something else may have been started, or stopped, meanwhile.
    if (past === null || this.#deps.heardSource()?.id !== source.id) return;
    this.#deps.play(past.source, { at: past.at });
  }

  /** Goes from the past of a room back to what it plays now. */
  goLive(): void {
    const live = this.#session?.source.live;
    if (live) this.#deps.play(live);
  }

  /** Position in a replay, at the ear now, ms; of one that is over, where it was left. Null for a room. */
  get position(): number | null {
    return this.#session?.position ?? this.#deps.store.get().position;
  }

  /** Whether this room is heard, now or in its past. */
  isHearing(room: Pick<RoomSource, "kind" | "id">): boolean {
    const source = this.#session?.source.live ?? this.#deps.heardSource();
    return source !== null && isStreaming({ status: this.#deps.store.get().status, source }, room);
  }

  get #session(): SeekableSession | null {
    return this.#deps.session();
  }

  #setPaused(isPaused: boolean): void {
    if (this.#session === null) return;
    this.#session.setPaused(isPaused);
    this.#deps.onPaused(isPaused);
  }
}
