import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { notifyRunning } from "#app/page-worker.ts";
import type { DecodeCommand, DecodeNotice, PlayoutBatch, PlayoutNeed, SoundChunk } from "./chunk.ts";
import { Reserve } from "./reserve.ts";
import { Sequencer } from "./sequencer.ts";

/** A packet with its position, on the way through a decoder. */
export interface PlacedPacket extends Omit<SoundChunk, "samples" | "reserveMs"> {
  /** Counts packets without wrapping. */
  index: number;
  bytes: Uint8Array;
  /** Decoded for what follows it. */
  isUnheard: boolean;
}

/** The interface of a decode worker's decoder: WebCodecs or WASM. */
export interface OpusDecoding {
  /** Results come through `onDecoded`, in order, now or later. */
  decode(packet: PlacedPacket): void;
  /** Packets that were passed in and have not come out. */
  readonly pending: number;
  close(): void;
}

export type OnDecoded = (packet: PlacedPacket, samples: Float32Array<ArrayBuffer>) => void;

/**
 * Runs a decode worker: batches from the socket's thread in, decoded chunks to the worklet out. `open` creates a new
 * decoder for each stream; it may throw, and later failures are reported by `onFailed`.
 */
export function serveDecoding(
  open: (onDecoded: OnDecoded, onFailed: (reason: string) => void) => OpusDecoding,
): void {
  let stop = () => {};

  const start = ({ batches, chunks, isPatient }: Extract<DecodeCommand, { type: "start" }>) => {
    const sequencer = new Sequencer();
    const reserve = new Reserve<PlacedPacket>();
    let need: PlayoutNeed = { levelMs: 0, taken: 0 };
    let posted = 0;
    let jumps = 0;
    /** Marks of the batches before the next chunk that is heard. */
    let unsaid = { isStart: false, isPause: false };
    const onDecoded: OnDecoded = ({ at, isStart, isPause, lost, batch, jump = 0, isUnheard }, samples) => {
      const start = { isStart: isStart || unsaid.isStart, isPause: isPause || unsaid.isPause };
      unsaid = isUnheard ? start : { isStart: false, isPause: false };
      if (isUnheard) return;
      const chunk: SoundChunk = { at, ...start, lost, batch, samples, reserveMs: reserve.ms, jump };
      posted += 1;
      chunks.postMessage(chunk, [samples.buffer]);
    };
    const onFailed = (reason: string) => self.postMessage({ type: "failed", reason } satisfies DecodeNotice);
    let decoding: OpusDecoding;
    try {
      decoding = open(onDecoded, onFailed);
    } catch (error) {
      onFailed(String(error));
      return;
    }
    const giveOut = () => {
      const underWay = decoding.pending + posted - need.taken;
      for (const packet of reserve.take(need.levelMs + underWay * packetMs)) decoding.decode(packet);
    };
    if (isPatient) {
      chunks.onmessage = ({ data }: MessageEvent<PlayoutNeed>) => {
        need = data;
        giveOut();
      };
    }
    batches.onmessage = ({ data }: MessageEvent<PlayoutBatch>) => {
      const { jump = 0, unheard = 0 } = data;
      if (jump > jumps) {
        jumps = jump;
        reserve.clear();
        // Whatever is on its way is not heard any more.
        need = { levelMs: 0, taken: posted };
      }
      data.packets.forEach((bytes, offset) => {
        const isDiscontinuity = offset === 0 && data.isDiscontinuity;
        const placement = sequencer.place((data.seq + offset) >>> 0, isDiscontinuity);
        if (placement.kind === "drop") return;
        const packet = {
          index: placement.index,
          bytes,
          at: data.at + offset * packetMs,
          isStart: placement.isStart,
          isPause: isDiscontinuity,
          lost: placement.lost,
          batch: offset === 0 ? data.packets.length : 0,
          jump,
          isUnheard: offset < unheard,
        };
        if (isPatient) reserve.add(packet);
        else decoding.decode(packet);
      });
      if (isPatient) giveOut();
    };
    stop = () => {
      batches.close();
      chunks.close();
      decoding.close();
      stop = () => {};
    };
  };

  self.onmessage = ({ data }: MessageEvent<DecodeCommand>) => {
    stop();
    if (data.type === "start") start(data);
  };
  notifyRunning();
}
