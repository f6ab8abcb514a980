/** Decodes with libopus in WebAssembly, where the browser has no Opus decoder of its own. */
import { OpusDecoder } from "opus-decoder";
import { type OnDecoded, type OpusDecoding, type PlacedPacket, serveDecoding } from "./decode-stream.ts";

function openDecoder(onDecoded: OnDecoded, onFailed: (reason: string) => void): OpusDecoding {
  let decoder = new OpusDecoder();
  let isReady = false;
  let isClosed = false;
  let waiting: PlacedPacket[] = [];

  const whenReady = () => {
    decoder.ready.then(
      () => {
        isReady = true;
        const held = waiting;
        waiting = [];
        for (const packet of held) decode(packet);
      },
      (error: unknown) => onFailed(String(error)),
    );
  };

  const decode = (packet: PlacedPacket) => {
    const { channelData, samplesDecoded } = decoder.decodeFrame(packet.bytes);
    const [left, right] = channelData;
    if (!left || samplesDecoded === 0) return;
    const samples = new Float32Array(samplesDecoded * 2);
    samples.set(left);
    samples.set(right ?? left, samplesDecoded);
    onDecoded(packet, samples);
  };

  whenReady();
  return {
    decode(packet) {
      if (isClosed) return;
      if (packet.isStart && isReady) {
        // The old decoder would carry its loudness over into another sound.
        decoder.free();
        decoder = new OpusDecoder();
        isReady = false;
        whenReady();
      }
      if (isReady) decode(packet);
      else waiting.push(packet);
    },
    get pending() {
      return waiting.length;
    },
    close() {
      isClosed = true;
      if (isReady) decoder.free();
    },
  };
}

serveDecoding(openDecoder);
