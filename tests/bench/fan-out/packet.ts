/** The load's packets: as large as 20 ms of Opus at 128 kbit/s, and saying when they were sent. */

export const packetBytes = 320;
export const packetMs = 20;
/** Three packets make one message of class normal, at Cue and at its peers alike. */
export const packetsPerMessage = 3;

const marker = Buffer.from("CUEBENCH");

/** The first byte is a table of contents that any Opus reader takes: one 20 ms stereo frame. */
export function makePacket(number: number, sentAt: number): Buffer {
  const packet = Buffer.alloc(packetBytes, 0x55);
  packet[0] = 0xfc;
  marker.copy(packet, 1);
  packet.writeUInt32BE(number, 9);
  packet.writeDoubleBE(sentAt, 13);
  return packet;
}

/** Reads a packet at `offset`; undefined where there is none. */
export function readPacket(bytes: Buffer, offset = 0): { number: number; sentAt: number } | undefined {
  if (bytes.length < offset + 21 || !bytes.subarray(offset + 1, offset + 9).equals(marker)) return undefined;
  return { number: bytes.readUInt32BE(offset + 9), sentAt: bytes.readDoubleBE(offset + 13) };
}

/** Returns where the next whole packet starts at or after `from`, or -1. */
export function findPacket(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(marker, from + 1);
  return at === -1 || at - 1 + packetBytes > bytes.length ? -1 : at - 1;
}
