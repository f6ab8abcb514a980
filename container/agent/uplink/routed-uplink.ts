import type { UplinkFrame } from "#app/domains/media/contract/frames.ts";
import { AudioUplink, type AudioUplinkOptions } from "./audio.ts";
import type { Route } from "./control.ts";

export interface RoutedUplinkOptions extends Omit<AudioUplinkOptions, "room" | "stream" | "onUnrouted"> {
  /** The room refuses the stream of this route: nothing is sent until the next route. */
  onUnrouted(route: Route): void;
}

/** Where the frames of one connection of an encoder go: to the room of its route, or nowhere. */
export class RoutedUplink {
  readonly #options: RoutedUplinkOptions;
  #active: { uplink: AudioUplink; route: Route; stop: () => void } | undefined;

  constructor(options: RoutedUplinkOptions) {
    this.#options = options;
  }

  start(): () => void {
    return () => this.#active?.stop();
  }

  /** Moves to another route, or to none. The old room is notified by the close. */
  follow(route: Route | undefined): void {
    const before = this.#active;
    const isAsRouted = before?.route.room === route?.room && before?.route.stream === route?.stream;
    if (before && isAsRouted) return;
    before?.stop();
    this.#active = undefined;
    if (!route || route.room === null) return;
    const { room, stream } = route;
    const uplink = new AudioUplink({
      ...this.#options,
      room,
      stream,
      onUnrouted: () => {
        this.#options.onUnrouted(route);
        if (this.#active?.uplink === uplink) this.#active = undefined;
      },
    });
    this.#active = { uplink, route, stop: uplink.start() };
  }

  send(frame: UplinkFrame): void {
    this.#active?.uplink.send(frame);
  }

  /** How long a frame takes to the room, ms; null while that is unknown. */
  delayMs(): number | null {
    return this.#active?.uplink.delayMs() ?? null;
  }
}
