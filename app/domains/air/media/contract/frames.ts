/**
 * The binary messages of the live path, described for other software in docs/live-protocol.md. Uplink: the agent to a
 * room. Downlink: a room to a listener. All integers are big-endian.
 */

/** The duration of every Opus packet on the live path. */
export const packetMs = 20;

const uplinkHeaderBytes = 16;
const downlinkHeaderBytes = 16;

export const uplinkKinds = { opus: 1, mp3: 2, levels: 3 } as const;

/** The duration of one pair of levels in a frame of the kind `levels`. */
export const levelMs = 100;

/** One piece of audio from the agent. `at` is the server time (epoch ms) of its first sample. */
export interface UplinkFrame {
  kind: keyof typeof uplinkKinds;
  /** Set on the first frame after a gap in the source, so that decoders restart. */
  isDiscontinuity: boolean;
  /** Sent again, or for the first time after the network was down: too late to be heard, for the recording only. */
  isLate?: boolean;
  /** Increases by one per frame of this kind on this connection; wraps at 2^32. */
  seq: number;
  at: number;
  /**
   * `opus`: one packet of 20 ms. `mp3`: any number of whole or partial MP3 frames. `levels`: for each 100 ms one byte of
   * peak and one of RMS, both as a share of full scale (255).
   */
  payload: Uint8Array;
}

const kindNames = new Map(
  Object.entries(uplinkKinds).map(([name, byte]) => [byte as number, name as UplinkFrame["kind"]]),
);

/** Layout: u8 kind, u8 flags (bit 0 discontinuity, bit 1 late), u16 zero, u32 seq, f64 at, payload. */
export function encodeUplink(frame: UplinkFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(uplinkHeaderBytes + frame.payload.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, uplinkKinds[frame.kind]);
  view.setUint8(1, (frame.isDiscontinuity ? 1 : 0) | (frame.isLate ? 2 : 0));
  view.setUint32(4, frame.seq >>> 0);
  view.setFloat64(8, frame.at);
  bytes.set(frame.payload, uplinkHeaderBytes);
  return bytes;
}

/** Returns undefined for anything but a complete uplink frame. The payload is a view, not a copy. */
export function decodeUplink(bytes: Uint8Array): UplinkFrame | undefined {
  if (bytes.byteLength <= uplinkHeaderBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = kindNames.get(view.getUint8(0));
  if (kind === undefined) return undefined;
  return {
    kind,
    isDiscontinuity: (view.getUint8(1) & 1) === 1,
    isLate: (view.getUint8(1) & 2) === 2,
    seq: view.getUint32(4),
    at: view.getFloat64(8),
    payload: bytes.subarray(uplinkHeaderBytes),
  };
}

/**
 * Text frames on the agent's audio sockets, both ways. The source keeps every frame, up to ten minutes of them, until
 * the room says that it needs it no longer.
 */
export type UplinkText =
  /** Source to room, first on every socket: the oldest frame of each kind that it still holds. */
  | { event: "held"; data: Partial<Record<UplinkFrame["kind"], number>> }
  /** Room to source: these frames, both ends included, are recorded or need not be. Numbers as in `seq`. */
  | { event: "taped"; data: { kind: UplinkFrame["kind"]; from: number; to: number } }
  /** Room to source: send everything again, as late, that was not reported as taped. */
  | { event: "resend"; data: Record<string, never> };

/** One binary message to a listener: some packets, and the room's events of that interval. */
export interface DownlinkFrame {
  /** Packets before and after do not belong together: another stream, or a gap at the source. */
  isDiscontinuity: boolean;
  /** The room's number of the first packet; the others follow. Continuous across streams of one room. */
  seq: number;
  /** Server time (epoch ms) of the first sample of the first packet. */
  at: number;
  /** Opus packets of 20 ms, in order. */
  packets: Uint8Array[];
  /** JSON text of an array of room events, or an empty string. */
  events: string;
}

/** The sound of one message, as the socket's thread hands it to the decoder's. Packets are views into one buffer. */
export type PacketBatch = Omit<DownlinkFrame, "events">;

const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder();

/**
 * Layout: u8 version 1, u8 flags (bit 0 discontinuity), u16 packet count, u32 seq, f64 at, then per packet
 * u16 length and its bytes, then the rest of the message is UTF-8 JSON: an array of events (absent if none).
 */
export function encodeDownlink(frame: DownlinkFrame): Uint8Array<ArrayBuffer> {
  const events = frame.events === "" ? new Uint8Array() : textEncoder.encode(frame.events);
  const packetBytes = frame.packets.reduce((sum, packet) => sum + 2 + packet.byteLength, 0);
  const bytes = new Uint8Array(downlinkHeaderBytes + packetBytes + events.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint8(1, frame.isDiscontinuity ? 1 : 0);
  view.setUint16(2, frame.packets.length);
  view.setUint32(4, frame.seq >>> 0);
  view.setFloat64(8, frame.at);
  let offset = downlinkHeaderBytes;
  for (const packet of frame.packets) {
    view.setUint16(offset, packet.byteLength);
    bytes.set(packet, offset + 2);
    offset += 2 + packet.byteLength;
  }
  bytes.set(events, offset);
  return bytes;
}

/** Returns undefined for anything but a complete downlink frame. Packets are views, not copies. */
export function decodeDownlink(buffer: ArrayBuffer): DownlinkFrame | undefined {
  if (buffer.byteLength < downlinkHeaderBytes) return undefined;
  const view = new DataView(buffer);
  if (view.getUint8(0) !== 1) return undefined;
  const packets: Uint8Array[] = [];
  let offset = downlinkHeaderBytes;
  for (let count = view.getUint16(2); count > 0; count--) {
    if (offset + 2 > buffer.byteLength) return undefined;
    const length = view.getUint16(offset);
    if (offset + 2 + length > buffer.byteLength) return undefined;
    packets.push(new Uint8Array(buffer, offset + 2, length));
    offset += 2 + length;
  }
  return {
    isDiscontinuity: (view.getUint8(1) & 1) === 1,
    seq: view.getUint32(4),
    at: view.getFloat64(8),
    packets,
    events: offset < buffer.byteLength ? textDecoder.decode(new Uint8Array(buffer, offset)) : "",
  };
}
