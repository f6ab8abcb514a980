import { closeCodes } from "#app/domains/air/media/contract/control.ts";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";

/** One of the agent's audio sockets. */
export interface Uplink<S extends WebSocket = WebSocket> {
  readonly socket: S;
  readonly stream: string;
  /** The encoder's connection: numbers of frames belong to it. */
  readonly connection: string;
  /** The object no longer carries the stream: the socket is open only for what is still to be recorded. */
  isReleased: boolean;
  /** It has sent sound to be heard at once; a connection that has ended sends only what is still to be recorded. */
  isSounding: boolean;
  /** The next expected number of each kind of frame; undefined before the first. */
  readonly next: Partial<Record<UplinkFrame["kind"], number>>;
}

export interface Accepted {
  /** Whether it may be heard: late frames and those of earlier connections may only be recorded. */
  isLive: boolean;
  /** It does not continue the frame before. */
  isDiscontinuity: boolean;
}

/**
 * The agent's audio sockets: one per connection of an encoder. Of several connections of one stream the newest is heard;
 * the others may still deliver what is to be recorded.
 */
export class Uplinks<S extends WebSocket = WebSocket> {
  /** Uplinks in the order in which they were opened. */
  readonly #bySocket = new Map<WebSocket, Uplink<S>>();

  open(stream: string, connection: string, socket: S): Uplink<S> {
    for (const before of this.of(stream))
      if (before.connection === connection && before.socket !== socket) this.#end(before, 1000, "replaced");
    const uplink = { socket, stream, connection, isReleased: false, isSounding: false, next: {} };
    this.#bySocket.set(socket, uplink);
    return uplink;
  }

  get(socket: WebSocket): Uplink<S> | undefined {
    return this.#bySocket.get(socket);
  }

  /** Those of this stream, the newest last. */
  of(stream: string): Uplink<S>[] {
    return [...this.#bySocket.values()].filter((uplink) => uplink.stream === stream);
  }

  close(socket: WebSocket): void {
    this.#bySocket.delete(socket);
  }

  /** Closes a socket whose stream is no longer carried: the agent waits for its next route. */
  end(uplink: Uplink<S>): void {
    this.#end(uplink, closeCodes.unrouted, "unrouted");
  }

  /** Returns how a frame may be used. Undefined: it was received before. */
  accept(uplink: Uplink<S>, frame: UplinkFrame): Accepted | undefined {
    const { next, isReleased } = uplink;
    if (!frame.isLate) uplink.isSounding = true;
    const isLive = !frame.isLate && !isReleased && this.#isNewest(uplink);
    if (!isLive) return { isLive, isDiscontinuity: frame.isDiscontinuity };
    const expected = next[frame.kind];
    // A distance in 32 bits: one of more than half the range means behind.
    if (expected !== undefined && (frame.seq - expected) >>> 0 > 2 ** 31) return undefined;
    next[frame.kind] = (frame.seq + 1) >>> 0;
    return { isLive, isDiscontinuity: frame.isDiscontinuity || frame.seq !== expected };
  }

  #isNewest({ socket, stream }: Uplink<S>): boolean {
    let newest: Uplink<S> | undefined;
    for (const uplink of this.of(stream)) if (uplink.isSounding) newest = uplink;
    return newest?.socket === socket;
  }

  #end({ socket }: Uplink<S>, code: number, reason: string): void {
    this.#bySocket.delete(socket);
    try {
      socket.close(code, reason);
    } catch {
      // It was closed already.
    }
  }
}
