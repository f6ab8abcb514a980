import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { AudioUplink } from "./audio.ts";
import type { AudioUplinks } from "./audio-uplinks.ts";
import type { Route } from "./control.ts";

export interface RoutedUplinkOptions {
  uplinks: AudioUplinks;
  connection: string;
  /** The room refuses the stream of this route: nothing is sent until the next route. */
  onUnrouted(route: Route): void;
}

/** Routes the frames of one connection of an encoder: to the room of its route, or nowhere. */
export class RoutedUplink {
  readonly #options: RoutedUplinkOptions;
  #uplink: AudioUplink | undefined;

  constructor(options: RoutedUplinkOptions) {
    this.#options = options;
  }

  start(): () => void {
    return () => this.#uplink?.drain();
  }

  /** Moves to another route, or to none. What the old room has not recorded yet is still sent to it. */
  follow(route: Route | undefined): void {
    const before = this.#uplink;
    const isAsRouted = before?.room === route?.room && before?.stream === route?.stream;
    if (before && isAsRouted) return;
    before?.drain();
    this.#uplink = undefined;
    if (!route || route.room === null) return;
    const { room, stream } = route;
    const { uplinks, connection } = this.#options;
    const opened = uplinks.open({
      room,
      stream,
      connection,
      onUnrouted: () => {
        this.#options.onUnrouted(route);
        if (this.#uplink === opened) this.#uplink = undefined;
      },
    });
    this.#uplink = opened;
  }

  send(frame: UplinkFrame): void {
    this.#uplink?.send(frame);
  }

  /** Returns the time that a frame takes to the room, ms; null while that is unknown. */
  delayMs(): number | null {
    return this.#uplink?.delayMs() ?? null;
  }
}
