import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";

/** A packet as the room numbers it. */
export interface RelayPacket {
  seq: number;
  /** Server time (epoch ms) of its first sample. */
  at: number;
  /** It does not continue the packet before. */
  isDiscontinuity: boolean;
  payload: Uint8Array;
}

const capacity = socketLimits.ringMs / packetMs;

/**
 * The last 40 s of a room's sound, for joins and `resume`. At 128 kbit/s a full ring takes 2.0 MB (measured in Node) of
 * an object's 128 MB. Numbers are full integers; on the wire only their low 32 bits are sent.
 */
export class PacketRing {
  readonly #slots: (RelayPacket | undefined)[] = Array.from({ length: capacity });
  #end = 0;

  /** Numbers must be consecutive; any other number empties the ring. */
  push(packet: RelayPacket): void {
    if (packet.seq !== this.#end) this.#slots.fill(undefined);
    this.#slots[packet.seq % capacity] = packet;
    this.#end = packet.seq + 1;
  }

  /** The packets from `from` up to, not including, `to`, as far as they are still in the ring. */
  range(from: number, to: number): RelayPacket[] {
    const packets: RelayPacket[] = [];
    for (let seq = Math.max(from, this.#end - capacity, 0); seq < Math.min(to, this.#end); seq++) {
      const packet = this.#slots[seq % capacity];
      if (packet !== undefined) packets.push(packet);
    }
    return packets;
  }
}
