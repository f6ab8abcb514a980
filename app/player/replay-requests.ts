import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import { isStreaming, type PlaySource, type RoomSource, type SeekableSession } from "./contract.ts";
import type { EngineFigures } from "./engines/engine.ts";
import type { RewindTo } from "./replay/rewind.ts";
import { SoundSettings } from "./sound-settings.ts";

/** What can be asked of a replay, and of the past of what is on air. */
export abstract class ReplayRequests extends SoundSettings {
  abstract play(source: PlaySource, options?: { at?: number }): void;
  abstract figures(): EngineFigures;
  abstract get room(): RoomConnection | null;
  /** The replay that plays or is paused, or null. */
  protected abstract get replay(): SeekableSession | null;
  protected abstract onPaused(isPaused: boolean): void;
  protected abstract renewFigures(): void;

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
    this.replay?.seek(position);
    this.renewFigures();
  }

  /** Takes a replay this much (ms) forward, or back. */
  seekBy(ms: number): void {
    if (this.replay) this.seek(this.replay.position + ms);
  }

  /**
   * Takes the listener of a room back in what is on air: it goes on as a replay, with the room as its `live`. Resolves
   * when that starts, or when a message has said why it cannot.
   */
  async rewind(to: RewindTo): Promise<void> {
    const source = this.heardSource;
    const rewinding = await import("./replay/rewind.ts").catch(() => null);
    if (source === null || rewinding === null) return;
    const past = await rewinding.findPast(source, to, this.figures().heardAt, this.room);
    // Something else may have been started, or stopped, meanwhile.
    if (past === null || this.heardSource?.id !== source.id) return;
    this.play(past.source, { at: past.at });
  }

  /** From the past of a room back to what it plays now. */
  goLive(): void {
    const live = this.replay?.source.live;
    if (live) this.play(live);
  }

  /** Of a replay, at the ear now, ms; of one that is over, where it was left. Null for a room. */
  get position(): number | null {
    return this.replay?.position ?? this.getState().position;
  }

  /** Whether this room is heard, now or in its past. */
  isHearing(room: Pick<RoomSource, "kind" | "id">): boolean {
    const source = this.replay?.source.live ?? this.heardSource;
    return source !== null && isStreaming({ status: this.getState().status, source }, room);
  }

  #setPaused(isPaused: boolean): void {
    if (this.replay === null) return;
    this.replay.setPaused(isPaused);
    this.onPaused(isPaused);
  }
}
