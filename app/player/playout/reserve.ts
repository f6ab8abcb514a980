import { packetMs } from "#app/domains/air/media/contract/frames.ts";

/**
 * Length of the sound that is decoded in advance in smooth playback: longer than a busy machine keeps a worker waiting.
 */
const decodedMs = 1_000;

/**
 * The reserve of smooth playback, still encoded: half a minute is 400 kB here, and would be 11 MB decoded. Returns
 * packets as the sound is played.
 */
export class Reserve<Packet> {
  #packets: Packet[] = [];

  add(packet: Packet): void {
    this.#packets.push(packet);
  }

  clear(): void {
    this.#packets = [];
  }

  /** Length of the waiting sound, ms. */
  get ms(): number {
    return this.#packets.length * packetMs;
  }

  /** The packets to be decoded now, while `decodedAheadMs` are decoded or on their way. */
  take(decodedAheadMs: number): Packet[] {
    return this.#packets.splice(0, Math.max(0, Math.ceil((decodedMs - decodedAheadMs) / packetMs)));
  }
}
