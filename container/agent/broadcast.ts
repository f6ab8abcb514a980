/** One broadcast: the pipeline that a source's bytes go through, and the uplink to the room that plays it. */
import { Pipeline, type PipelineListener } from "./audio/pipeline.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Stalls } from "./stall-watch.ts";
import { AudioUplink } from "./uplink/audio.ts";
import type { Route } from "./uplink/control.ts";

export interface BroadcastOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  stalls: Stalls;
  connection: string;
  /** The room refuses the stream: nothing is sent until a new route is followed. */
  onUnrouted(route: Route): void;
}

export type BroadcastListener = Omit<PipelineListener, "onFrame" | "networkMs">;

interface ActiveUplink {
  uplink: AudioUplink;
  route: Route;
  stop: () => void;
}

export class Broadcast {
  readonly connection: string;
  readonly #options: BroadcastOptions;
  readonly #pipeline: Pipeline;
  #active: ActiveUplink | undefined;

  constructor(options: BroadcastOptions, listener: BroadcastListener) {
    this.connection = options.connection;
    this.#options = options;
    this.#pipeline = new Pipeline(options.clock, options.stalls, {
      ...listener,
      onFrame: (frame) => this.#active?.uplink.send(frame),
      networkMs: () => this.#active?.uplink.delayMs() ?? null,
    });
  }

  start(): () => void {
    const stopPipeline = this.#pipeline.start();
    return () => {
      stopPipeline();
      this.#active?.stop();
    };
  }

  push(bytes: Buffer): void {
    this.#pipeline.push(bytes);
  }

  /** Moves the uplink to this route. The old room is notified by the close. */
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
}
