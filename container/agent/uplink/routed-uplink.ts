import type { UplinkFrame } from "#app/domains/media/contract/frames.ts";
import { type AudioUplink, type AudioUplinkOptions, startAudioUplink } from "./audio.ts";
import type { Route } from "./control.ts";

/** Where the frames of one connection of an encoder go: to the room of its route, or nowhere. */
export class RoutedUplink {
  readonly #options: Omit<AudioUplinkOptions, "room" | "stream" | "onUnrouted">;
  readonly #onUnrouted: (route: Route) => void;
  #uplink: (AudioUplink & { room: string; stream: string }) | undefined;

  /** `onUnrouted`: the room refuses the stream of this route; nothing is sent until the next route. */
  constructor(
    options: Omit<AudioUplinkOptions, "room" | "stream" | "onUnrouted">,
    onUnrouted: (route: Route) => void,
  ) {
    this.#options = options;
    this.#onUnrouted = onUnrouted;
  }

  /** Moves to another route, or to none. The old room is notified by the close. */
  follow(route: Route | undefined): void {
    const before = this.#uplink;
    const isAsRouted = before?.room === route?.room && before?.stream === route?.stream;
    if (before && isAsRouted) return;
    this.stop();
    if (!route || route.room === null) return;
    const { room, stream } = route;
    const started = startAudioUplink({
      ...this.#options,
      room,
      stream,
      onUnrouted: () => {
        this.#onUnrouted(route);
        if (this.#uplink?.send === started.send) this.#uplink = undefined;
      },
    });
    this.#uplink = { room, stream, ...started };
  }

  send(frame: UplinkFrame): void {
    this.#uplink?.send(frame);
  }

  /** How long a frame takes to the room, ms; null while that is unknown. */
  delayMs(): number | null {
    return this.#uplink?.delayMs() ?? null;
  }

  stop(): void {
    this.#uplink?.stop();
    this.#uplink = undefined;
  }
}
