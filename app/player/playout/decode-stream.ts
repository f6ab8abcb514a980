import { packetMs } from "#app/domains/media/contract/frames.ts";
import type { DecodeCommand, DecodeNotice, PacketBatch, SoundChunk } from "./chunk.ts";
import { Sequencer } from "./sequencer.ts";

/** A packet in its place, on the way through a decoder. */
export interface PlacedPacket extends Omit<SoundChunk, "samples"> {
  /** Counts packets without wrapping. */
  index: number;
  bytes: Uint8Array;
}

/** What a decode worker brings: WebCodecs or WASM. */
export interface OpusDecoding {
  /** Answers through `onDecoded`, in order, now or later. */
  decode(packet: PlacedPacket): void;
  close(): void;
}

export type OnDecoded = (packet: PlacedPacket, samples: Float32Array<ArrayBuffer>) => void;

/**
 * Runs a decode worker: batches from the socket's thread in, decoded chunks to the worklet out. `open` makes a fresh
 * decoder for each stream; it may throw, and whatever fails later is told by `onFailed`.
 */
export function serveDecoding(
  open: (onDecoded: OnDecoded, onFailed: (reason: string) => void) => OpusDecoding,
): void {
  let stop = () => {};
  const tell = (notice: DecodeNotice) => self.postMessage(notice);

  const start = (batches: MessagePort, chunks: MessagePort) => {
    const sequencer = new Sequencer();
    const onDecoded: OnDecoded = ({ at, isStart, isPause, lost, batch }, samples) => {
      const chunk: SoundChunk = { at, isStart, isPause, lost, batch, samples };
      chunks.postMessage(chunk, [samples.buffer]);
    };
    const onFailed = (reason: string) => tell({ type: "failed", reason });
    let decoding: OpusDecoding;
    try {
      decoding = open(onDecoded, onFailed);
    } catch (error) {
      onFailed(String(error));
      return;
    }
    let hasPackets = false;
    batches.onmessage = ({ data }: MessageEvent<PacketBatch>) => {
      if (!hasPackets) {
        hasPackets = true;
        tell({ type: "packets" });
      }
      data.packets.forEach((bytes, offset) => {
        const isDiscontinuity = offset === 0 && data.isDiscontinuity;
        const placement = sequencer.place((data.seq + offset) >>> 0, isDiscontinuity);
        if (placement.kind === "drop") return;
        decoding.decode({
          index: placement.index,
          bytes,
          at: data.at + offset * packetMs,
          isStart: placement.isStart,
          isPause: isDiscontinuity,
          lost: placement.lost,
          batch: offset === 0 ? data.packets.length : 0,
        });
      });
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
    if (data.type === "start") start(data.batches, data.chunks);
  };
}
