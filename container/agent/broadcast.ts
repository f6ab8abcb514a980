/** One broadcast: the pipeline that a source's bytes go through, and the uplink to the room that plays it. */
import { Pipeline, type PipelineListener } from "./audio/pipeline.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Stalls } from "./stall-watch.ts";
import type { Route } from "./uplink/control.ts";
import { RoutedUplink, type RoutedUplinkOptions } from "./uplink/routed-uplink.ts";

export interface BroadcastOptions extends RoutedUplinkOptions {
  clock: ServerClock;
  stalls: Stalls;
}

export class Broadcast {
  readonly connection: string;
  readonly #pipeline: Pipeline;
  readonly #uplink: RoutedUplink;

  constructor(options: BroadcastOptions, listener: PipelineListener) {
    this.connection = options.connection;
    this.#uplink = new RoutedUplink(options);
    this.#pipeline = new Pipeline(options.clock, options.stalls, { uplink: this.#uplink, listener });
  }

  start(): () => void {
    const stopUplink = this.#uplink.start();
    const stopPipeline = this.#pipeline.start();
    return () => {
      stopPipeline();
      stopUplink();
    };
  }

  push(bytes: Buffer): void {
    this.#pipeline.push(bytes);
  }

  /** Moves the uplink to this route. */
  follow(route: Route | undefined): void {
    this.#uplink.follow(route);
  }
}
