/** Sends one stream's frames to the room that plays it, and buffers up to two seconds while the network is down. */
import { agentPaths, closeCodes } from "#app/domains/media/contract/control.ts";
import { encodeUplink, type UplinkFrame } from "#app/domains/media/contract/frames.ts";
import type { ServerClock } from "../server-clock.ts";
import { SignedSocket } from "./signed-socket.ts";

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

const heldMs = 2_000;
/** About two seconds of both renditions; the kernel buffers as much again. */
const maxSocketBacklogBytes = 96 * 1_024;

export class AudioUplink {
  readonly #socket: SignedSocket;
  readonly #onUnrouted: () => void;
  #held: UplinkFrame[] = [];

  constructor(options: AudioUplinkOptions) {
    const query = new URLSearchParams({ stream: options.stream, connection: options.connection });
    this.#onUnrouted = () => options.onUnrouted();
    this.#socket = new SignedSocket({
      name: "audio",
      origin: options.origin,
      pathAndQuery: `${agentPaths.audio}${options.room}?${query}`,
      agentKey: options.agentKey,
      clock: options.clock,
      onOpen: () => this.#flush(),
      onClose: (code) => this.#closed(code),
    });
  }

  start(): () => void {
    const stopSocket = this.#socket.start();
    return () => {
      this.#held = [];
      stopSocket();
    };
  }

  send(frame: UplinkFrame): void {
    this.#held.push(frame);
    if (this.#held.length > 1) this.#held = dropOld(this.#held, frame.at - heldMs);
    this.#flush();
  }

  /** Half the last round trip to the room, ms; null before the first. */
  delayMs(): number | null {
    const roundTripMs = this.#socket.roundTripMs();
    return roundTripMs === undefined ? null : Math.round(roundTripMs / 2);
  }

  #flush(): void {
    let sent = 0;
    for (const frame of this.#held) {
      if (this.#socket.backlogBytes() > maxSocketBacklogBytes || !this.#socket.send(encodeUplink(frame)))
        break;
      sent++;
    }
    this.#held = sent === this.#held.length ? [] : this.#held.slice(sent);
  }

  #closed(code: number): boolean {
    if (code !== closeCodes.unrouted) return true;
    this.#held = [];
    this.#onUnrouted();
    return false;
  }
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
