/**
 * The sockets that are not (or not yet) a source: a limited number per address and in total. When the limit is reached
 * the oldest is closed, since an honest request is decided in a moment. Sources are not counted.
 */
import type { Socket } from "node:net";

const maxWaiting = 1_024;
/** Encoders behind one router or proxy reconnect at the same moment. */
const maxOfAddress = 256;

export class WaitingSockets {
  readonly #all = new Set<Socket>();
  readonly #byAddress = new Map<string, Set<Socket>>();

  /** `address` undefined: from a trusted proxy, for which only the total counts. */
  add(socket: Socket, address: string | undefined): void {
    const own = address === undefined ? undefined : (this.#byAddress.get(address) ?? new Set<Socket>());
    evictOldest(own, maxOfAddress);
    evictOldest(this.#all, maxWaiting);
    this.#all.add(socket);
    if (own === undefined || address === undefined) return;
    own.add(socket);
    this.#byAddress.set(address, own);
  }

  /** The socket is a source now, or closed. */
  remove(socket: Socket, address: string | undefined): void {
    this.#all.delete(socket);
    if (address === undefined) return;
    const own = this.#byAddress.get(address);
    own?.delete(socket);
    if (own?.size === 0) this.#byAddress.delete(address);
  }
}

/** Makes room for one more. A destroyed socket removes itself a moment later, on its "close". */
function evictOldest(sockets: Set<Socket> | undefined, max: number): void {
  if (sockets === undefined || sockets.size < max) return;
  const [oldest] = sockets;
  if (oldest === undefined) return;
  sockets.delete(oldest);
  oldest.destroy();
}
