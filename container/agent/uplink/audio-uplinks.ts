/** The uplinks of all broadcasts, with those that only wait until their room has recorded everything. */
import { AudioUplink, type AudioUplinkOptions } from "./audio.ts";

type Place = Pick<AudioUplinkOptions, "room" | "stream" | "connection" | "onUnrouted">;

export class AudioUplinks {
  readonly #options: Pick<AudioUplinkOptions, "origin" | "agentKey" | "clock">;
  /** Uplinks with the function that stops each of them. */
  readonly #uplinks = new Map<AudioUplink, () => void>();

  constructor(options: Pick<AudioUplinkOptions, "origin" | "agentKey" | "clock">) {
    this.#options = options;
  }

  /**
   * Resumes the uplink of the same connection to the same room where it is still draining: a room accepts one socket
   * of a connection.
   */
  open({ room, stream, connection, onUnrouted }: Place): AudioUplink {
    for (const uplink of this.#uplinks.keys()) {
      const isSame = uplink.room === room && uplink.stream === stream && uplink.connection === connection;
      if (!isSame || !uplink.isDraining) continue;
      uplink.resume(onUnrouted);
      return uplink;
    }
    const { origin, agentKey, clock } = this.#options;
    const onEnd = () => this.#uplinks.delete(uplink);
    const uplink = new AudioUplink({
      origin,
      agentKey,
      clock,
      room,
      stream,
      connection,
      onUnrouted,
      onEnd,
    });
    this.#uplinks.set(uplink, uplink.start());
    return uplink;
  }

  /** Ends all immediately. */
  endAll(): void {
    for (const stop of this.#uplinks.values()) stop();
  }
}
