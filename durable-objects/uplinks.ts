import { closeCodes } from "#app/domains/media/contract/control.ts";
import type { UplinkFrame } from "#app/domains/media/contract/frames.ts";

interface Uplink {
  socket: WebSocket;
  /** The next expected number of each kind of frame; undefined before the first. */
  next: Partial<Record<UplinkFrame["kind"], number>>;
}

/** The agent's audio sockets, one per stream: the newest one is used. */
export class Uplinks {
  readonly #byStream = new Map<string, Uplink>();

  open(stream: string, socket: WebSocket): void {
    const before = this.#byStream.get(stream);
    this.#byStream.set(stream, { socket, next: {} });
    if (before !== undefined && before.socket !== socket) close(before.socket, 1000, "replaced");
  }

  close(stream: string, socket: WebSocket): void {
    if (this.#byStream.get(stream)?.socket === socket) this.#byStream.delete(stream);
  }

  /** The room no longer carries this stream: the agent waits for its next route. */
  release(stream: string): void {
    const uplink = this.#byStream.get(stream);
    this.#byStream.delete(stream);
    if (uplink !== undefined) close(uplink.socket, closeCodes.unrouted, "unrouted");
  }

  /**
   * Whether a frame is used, and whether it continues the one before. Undefined: it came on a socket that was replaced,
   * or was received before.
   */
  accept(stream: string, socket: WebSocket, frame: UplinkFrame): { isDiscontinuity: boolean } | undefined {
    const uplink = this.#byStream.get(stream);
    if (uplink?.socket !== socket) return undefined;
    const expected = uplink.next[frame.kind];
    // A distance in 32 bits: one of more than half the range means behind.
    if (expected !== undefined && (frame.seq - expected) >>> 0 > 2 ** 31) return undefined;
    uplink.next[frame.kind] = (frame.seq + 1) >>> 0;
    return { isDiscontinuity: frame.isDiscontinuity || frame.seq !== expected };
  }
}

function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // It was closed already.
  }
}
