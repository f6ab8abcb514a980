import { anchorsOf } from "#app/domains/air/replays/anchors.ts";
import { timeAt } from "#app/domains/air/replays/timeline.ts";
import type { RoomConnection } from "#app/domains/air/stages/live/connection.ts";
import type { Ear } from "#app/domains/air/stages/live/heard-queue.ts";
import type { ReplaySource } from "../contract.ts";

/**
 * The room of a listener who hears its past. They are one of its listeners, as the room counts them (not of the
 * track on air): their page requests its sound and drops it, so that its pings say that they are there. What happens in the sound is held back
 * until they hear it, and the titles are those of their moment.
 */
export class Behind {
  readonly #room: RoomConnection;
  readonly #ear: Ear;

  /** `position`: at the ear, ms. */
  constructor(room: RoomConnection, source: ReplaySource, position: () => number) {
    this.#room = room;
    const anchors = anchorsOf(source);
    this.#ear = {
      heardAt: () => timeAt(anchors, position()),
      isDeep: true,
      played: source.tracks.map(({ id, start, track }) => ({
        mediaAt: timeAt(anchors, start),
        track: track.id,
        trackHistory: id,
        title: track.title,
        artist: track.artist,
      })),
    };
    this.#listen();
    this.onJump();
  }

  /** The position has jumped. */
  onJump(): void {
    this.#room.setEar(this.#ear);
  }

  /** Pauses or goes on; a paused player does not listen. */
  setPaused(isPaused: boolean): void {
    if (isPaused) this.#room.unlisten();
    else this.#listen();
  }

  end(): void {
    this.#room.unlisten();
    this.#room.setEar(null);
  }

  #listen(): void {
    const { port1, port2 } = new MessageChannel();
    // What is sent to a closed port is dropped.
    port2.close();
    this.#room.listen({ listenClass: "normal", behindMs: 0, isPast: true }, port1);
  }
}
