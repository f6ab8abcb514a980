/** Uplink frames as an encoder's connection sends them, and what has become of them in a recording. */

import { encodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import type { TapeBatch, TapeReceipt, TapeRpc, TapeSubject } from "#durable-objects/contract.ts";
import { OggPackets } from "#packages/audio-formats/ogg-packets.ts";
import { OggPages } from "#packages/audio-formats/ogg-pages.ts";
import { silentMp3Frame } from "#packages/audio-formats/silence.ts";

export const mp3FrameMs = silentMp3Frame(null).durationMs;

/** A packet whose bytes tell its number and its connection. */
export const packetOf = (connection: string, seq: number, bytes = 60): Uint8Array => {
  const packet = new Uint8Array(bytes).fill(connection.charCodeAt(0));
  packet[0] = 0xfc;
  new DataView(packet.buffer).setUint32(1, seq);
  return packet;
};

export const opusFrame = (connection: string, seq: number, startAt: number): UplinkFrame => ({
  kind: "opus",
  isDiscontinuity: seq === 0,
  seq,
  at: startAt + seq * 20,
  payload: packetOf(connection, seq),
});

export const mp3Frame = (seq: number, startAt: number): UplinkFrame => ({
  kind: "mp3",
  isDiscontinuity: seq === 0,
  seq,
  at: startAt + seq * mp3FrameMs,
  payload: silentMp3Frame(null).bytes,
});

export const levelFrame = (seq: number, startAt: number, peak: number): UplinkFrame => ({
  kind: "levels",
  isDiscontinuity: seq === 0,
  seq,
  at: startAt + seq * 1_000,
  payload: Uint8Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? peak : peak >> 1)),
});

/**
 * Returns the frames that a connection that began at `startAt` sends between two of its seconds: packets, MP3 and
 * levels.
 */
export function soundOf(connection: string, startAt: number, fromS: number, toS: number): UplinkFrame[] {
  const frames: UplinkFrame[] = [];
  for (let seq = fromS * 50; seq < toS * 50; seq++) frames.push(opusFrame(connection, seq, startAt));
  const [fromMp3, toMp3] = [fromS, toS].map((s) => Math.ceil((s * 1_000) / mp3FrameMs)) as [number, number];
  for (let seq = fromMp3; seq < toMp3; seq++) frames.push(mp3Frame(seq, startAt));
  for (let seq = fromS; seq < toS; seq++) frames.push(levelFrame(seq, startAt, seq % 256));
  return frames;
}

export function packFrames(frames: readonly UplinkFrame[]): Uint8Array {
  const encoded = frames.map(encodeUplink);
  const bytes = new Uint8Array(encoded.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const frame of encoded) {
    view.setUint32(offset, frame.byteLength);
    bytes.set(frame, offset + 4);
    offset += 4 + frame.byteLength;
  }
  return bytes;
}

export const batchOf = (
  subject: TapeSubject,
  connection: string,
  frames: readonly UplinkFrame[],
  held: TapeBatch["held"] = {},
): TapeBatch => ({ subject, connection, held, frames: packFrames(frames) });

/** Sends batches to a tape as its room and its encoder do: they keep what is not stored, and send again what is lost. */
export class BatchSender {
  #received: { batch: TapeBatch; receipt: TapeReceipt }[] = [];

  async send(tape: Pick<TapeRpc, "append">, batch: TapeBatch): Promise<void> {
    const answer = await tape.append(batch);
    if (!answer.keeps) return;
    this.#received.push({ batch, receipt: answer.receipt });
    await this.#settle(tape, answer.receipt);
  }

  async end(tape: Pick<TapeRpc, "append" | "end">, subject: TapeSubject, endedAt: number): Promise<void> {
    await this.#settle(tape, await tape.end(subject, endedAt));
  }

  async #settle(to: Pick<TapeRpc, "append">, { tape, stored }: TapeReceipt): Promise<void> {
    const isLost = ({ receipt }: { receipt: TapeReceipt }) => receipt.tape !== tape;
    const lost = this.#received.filter(isLost);
    this.#received = this.#received.filter((each) => !isLost(each) && each.receipt.received > stored);
    for (const { batch } of lost) await this.send(to, batch);
  }
}

export interface OggPage {
  granule: number;
  number: number;
  serial: number;
  packets: Uint8Array[];
}

/** The pages of an Ogg stream in which no packet continues on another page. Throws where the bytes are not that. */
export function readPages(bytes: Uint8Array): OggPage[] {
  const packets = new OggPackets();
  const pages = new OggPages().push(bytes);
  const size = pages.reduce((sum, page) => sum + page.bytes.length, 0);
  if (size !== bytes.length || pages.some(({ isContinued }) => isContinued))
    throw new Error("not whole pages of whole packets");
  return pages.map((page) => ({
    granule: Number(page.granule),
    number: page.sequence,
    serial: page.serial,
    packets: packets.push(page).packets,
  }));
}

/** The numbers of the packets of a connection, in order; null for one that was made up. */
export const numbersIn = (pages: readonly OggPage[]): (number | null)[] =>
  pages.flatMap(({ packets }) =>
    packets.map((packet) =>
      packet.byteLength < 5 ? null : new DataView(packet.buffer, packet.byteOffset).getUint32(1),
    ),
  );

/** The index without what changes from one run to the next. */
export const shapeOf = ({ chunks, durationMs, anchors, endedAt }: TapeIndex) => ({
  chunks: chunks.map(({ n, place, ms, pages }) => ({ n, place, ms, pages })),
  durationMs,
  anchors,
  endedAt,
});
