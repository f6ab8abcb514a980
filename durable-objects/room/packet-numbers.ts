/** The numbers of packets, which a room never uses twice: they are reserved in storage, a minute of sound at a time. */

import type { Memory } from "#packages/durable/memory.ts";
import { packetSeq } from "./memory.ts";

const reserveAhead = 3_000;

/** The number of the next packet after a start: above all that an earlier life of this object may have used. */
export const firstPacketSeq = (memory: Memory): number => memory.get(packetSeq);

/** Reserves numbers from `next` on. Returns the first that is not reserved. */
export function reservePackets(memory: Memory, next: number): number {
  const reserved = next + reserveAhead;
  memory.set(packetSeq, reserved);
  return reserved;
}
