/** Sends one stream's frames to the room that plays it, and buffers up to two seconds while the network is down. */
import { agentPaths, closeCodes } from "#app/domains/media/contract/control.ts";
import { encodeUplink, type UplinkFrame } from "#app/domains/media/contract/frames.ts";
import type { ServerClock } from "../server-clock.ts";
import { openSignedSocket } from "./signed-socket.ts";

export interface AudioUplinkOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  room: string;
  stream: string;
  connection: string;
  /** The room refuses this stream: nothing is sent until a new uplink is started. */
  onUnrouted(): void;
}

export interface AudioUplink {
  send: (frame: UplinkFrame) => void;
  /** Half the last round trip to the room, ms; null before the first. */
  delayMs: () => number | null;
  stop: () => void;
}

const heldMs = 2_000;
/** About two seconds of both renditions; the kernel buffers as much again. */
const maxSocketBacklogBytes = 96 * 1_024;

export function startAudioUplink(options: AudioUplinkOptions): AudioUplink {
  const query = new URLSearchParams({ stream: options.stream, connection: options.connection });
  let held: UplinkFrame[] = [];

  const socket = openSignedSocket({
    name: "audio",
    origin: options.origin,
    pathAndQuery: `${agentPaths.audio}${options.room}?${query}`,
    agentKey: options.agentKey,
    clock: options.clock,
    onOpen: flush,
    onClose(code) {
      if (code !== closeCodes.unrouted) return true;
      held = [];
      options.onUnrouted();
      return false;
    },
  });

  function flush(): void {
    let sent = 0;
    for (const frame of held) {
      if (socket.backlogBytes() > maxSocketBacklogBytes || !socket.send(encodeUplink(frame))) break;
      sent++;
    }
    held = sent === held.length ? [] : held.slice(sent);
  }

  return {
    send(frame) {
      held.push(frame);
      if (held.length > 1) held = dropOld(held, frame.at - heldMs);
      flush();
    },
    delayMs() {
      const roundTripMs = socket.roundTripMs();
      return roundTripMs === undefined ? null : Math.round(roundTripMs / 2);
    },
    stop() {
      held = [];
      socket.stop();
    },
  };
}

/** Drops frames from before `oldest`; of each kind the first that remains is then marked as following a gap. */
export function dropOld(frames: UplinkFrame[], oldest: number): UplinkFrame[] {
  const kept = frames.filter((frame) => frame.at >= oldest);
  if (kept.length === frames.length) return frames;
  const dropped = new Set(frames.filter((frame) => frame.at < oldest).map(({ kind }) => kind));
  return kept.map((frame) => {
    const isAfterGap = dropped.delete(frame.kind);
    return isAfterGap ? { ...frame, isDiscontinuity: true } : frame;
  });
}
