/** The broadcasts of all mounts, one per mount, and the route of each. */
import type { PipelineListener } from "./audio/pipeline.ts";
import { Broadcast, type BroadcastOptions } from "./broadcast.ts";
import { AudioUplinks } from "./uplink/audio-uplinks.ts";
import type { Route } from "./uplink/control.ts";

type BroadcastsOptions = Pick<BroadcastOptions, "clock" | "stalls"> & { origin: string; agentKey: string };

interface Running {
  broadcast: Broadcast;
  stop: () => void;
}

export class Broadcasts {
  readonly #options: BroadcastsOptions;
  readonly #uplinks: AudioUplinks;
  readonly #running = new Map<string, Running>();
  readonly #routes = new Map<string, Route>();

  constructor(options: BroadcastsOptions) {
    this.#options = options;
    this.#uplinks = new AudioUplinks(options);
  }

  begin(mount: string, connection: string, listener: PipelineListener): void {
    this.#end(mount);
    const onUnrouted = (route: Route) => {
      if (this.#routes.get(mount) === route) this.#routes.delete(mount);
    };
    const { clock, stalls } = this.#options;
    const uplinks = this.#uplinks;
    const broadcast = new Broadcast({ clock, stalls, uplinks, connection, onUnrouted }, listener);
    this.#running.set(mount, { broadcast, stop: broadcast.start() });
    broadcast.follow(this.#routes.get(mount));
  }

  push(mount: string, connection: string, bytes: Buffer): void {
    const broadcast = this.#running.get(mount)?.broadcast;
    if (broadcast?.connection === connection) broadcast.push(bytes);
  }

  end(mount: string, connection: string): void {
    if (this.#running.get(mount)?.broadcast.connection === connection) this.#end(mount);
  }

  endAll(): void {
    for (const mount of this.#running.keys()) this.#end(mount);
    this.#uplinks.endAll();
  }

  route(route: Route): void {
    this.#routes.set(route.mount, route);
    this.#running.get(route.mount)?.broadcast.follow(route);
  }

  #end(mount: string): void {
    const running = this.#running.get(mount);
    this.#running.delete(mount);
    running?.stop();
  }
}
