/** Connects the three parts of a broadcast: its source, its pipeline, and the uplink to the room that plays it. */
import { type Pipeline, type PipelineListener, startPipeline } from "./audio/pipeline.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Stalls } from "./stall-watch.ts";
import type { Route } from "./uplink/control.ts";
import { RoutedUplink } from "./uplink/routed-uplink.ts";

interface Broadcast {
  mount: string;
  connection: string;
  pipeline: Pipeline;
  uplink: RoutedUplink;
}

export interface BroadcastsOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  stalls: Stalls;
}

export interface Broadcasts {
  begin: (mount: string, connection: string, listener: PipelineListener) => void;
  push: (mount: string, connection: string, bytes: Buffer) => void;
  end: (mount: string, connection: string) => void;
  route: (route: Route) => void;
  stop: () => void;
}

export function createBroadcasts({ origin, agentKey, clock, stalls }: BroadcastsOptions): Broadcasts {
  const broadcasts = new Map<string, Broadcast>();
  const routes = new Map<string, Route>();

  function finish(broadcast: Broadcast): void {
    broadcasts.delete(broadcast.mount);
    broadcast.pipeline.stop();
    broadcast.uplink.stop();
  }

  return {
    begin(mount, connection, listener) {
      const before = broadcasts.get(mount);
      if (before) finish(before);
      const uplink = new RoutedUplink({ origin, agentKey, clock, connection }, (route) => {
        if (routes.get(mount) === route) routes.delete(mount);
      });
      const pipeline = startPipeline(clock, stalls, { uplink, listener });
      broadcasts.set(mount, { mount, connection, pipeline, uplink });
      uplink.follow(routes.get(mount));
    },
    push(mount, connection, bytes) {
      const broadcast = broadcasts.get(mount);
      if (broadcast?.connection === connection) broadcast.pipeline.push(bytes);
    },
    end(mount, connection) {
      const broadcast = broadcasts.get(mount);
      if (broadcast?.connection === connection) finish(broadcast);
    },
    route(route) {
      routes.set(route.mount, route);
      broadcasts.get(route.mount)?.uplink.follow(route);
    },
    stop() {
      for (const broadcast of broadcasts.values()) finish(broadcast);
    },
  };
}
