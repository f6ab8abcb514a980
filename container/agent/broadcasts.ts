/** Connects the three parts of a broadcast: its source, its pipeline, and the uplink to the room that plays it. */
import { type Pipeline, type PipelineListener, startPipeline } from "./audio/pipeline.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Stalls } from "./stall-watch.ts";
import type { AudioUplink } from "./uplink/audio.ts";
import { AudioUplinks } from "./uplink/audio-uplinks.ts";
import type { Route } from "./uplink/control.ts";

interface Broadcast {
  mount: string;
  connection: string;
  pipeline: Pipeline;
  uplink: AudioUplink | undefined;
}

export interface BroadcastsOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  stalls: Stalls;
}

export interface Broadcasts {
  begin: (
    mount: string,
    connection: string,
    listener: Omit<PipelineListener, "onFrame" | "networkMs">,
  ) => void;
  push: (mount: string, connection: string, bytes: Buffer) => void;
  end: (mount: string, connection: string) => void;
  route: (route: Route) => void;
  stop: () => void;
}

export function createBroadcasts(options: BroadcastsOptions): Broadcasts {
  const broadcasts = new Map<string, Broadcast>();
  const routes = new Map<string, Route>();
  const uplinks = new AudioUplinks(options);

  /** Moves the uplink to its route. The old room gets what it has not recorded yet, then the close. */
  function follow(broadcast: Broadcast): void {
    const route = routes.get(broadcast.mount);
    const { uplink } = broadcast;
    const isAsRouted = uplink?.room === route?.room && uplink?.stream === route?.stream;
    if (uplink && isAsRouted) return;
    uplink?.drain();
    broadcast.uplink = undefined;
    if (!route || route.room === null) return;
    const { room, stream } = route;
    const started = uplinks.open({
      room,
      stream,
      connection: broadcast.connection,
      onUnrouted() {
        if (routes.get(broadcast.mount) === route) routes.delete(broadcast.mount);
        if (broadcast.uplink === started) broadcast.uplink = undefined;
      },
    });
    broadcast.uplink = started;
  }

  function finish(broadcast: Broadcast): void {
    broadcasts.delete(broadcast.mount);
    broadcast.pipeline.stop();
    broadcast.uplink?.drain();
  }

  return {
    begin(mount, connection, listener) {
      const before = broadcasts.get(mount);
      if (before) finish(before);
      const broadcast: Broadcast = {
        mount,
        connection,
        uplink: undefined,
        pipeline: startPipeline(options.clock, options.stalls, {
          ...listener,
          onFrame: (frame) => broadcast.uplink?.send(frame),
          networkMs: () => broadcast.uplink?.delayMs() ?? null,
        }),
      };
      broadcasts.set(mount, broadcast);
      follow(broadcast);
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
      const broadcast = broadcasts.get(route.mount);
      if (broadcast) follow(broadcast);
    },
    stop() {
      for (const broadcast of broadcasts.values()) finish(broadcast);
      uplinks.stop();
    },
  };
}
