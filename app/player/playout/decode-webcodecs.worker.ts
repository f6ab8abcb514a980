/** Decodes with the browser's own Opus decoder. */
import { packetMs } from "#app/domains/air/media/contract/frames.ts";
import { sampleRate } from "./chunk.ts";
import { type OnDecoded, type OpusDecoding, type PlacedPacket, serveDecoding } from "./decode-stream.ts";

const config: AudioDecoderConfig = { codec: "opus", sampleRate, numberOfChannels: 2 };
const microsecondsPerPacket = packetMs * 1000;
/** A broken packet closes the decoder; more than this many in a row means that it will not work here. */
const maxFailures = 3;

function openDecoder(onDecoded: OnDecoded, onFailed: (reason: string) => void): OpusDecoding {
  let decoder: AudioDecoder;
  let failures = 0;
  /** Packets in the decoder, oldest first. */
  let inside: PlacedPacket[] = [];
  /** Packets held back while the decoder is flushed before a new section of sound; null otherwise. */
  let waiting: PlacedPacket[] | null = null;
  let isClosed = false;

  const renew = () => {
    inside = [];
    decoder = new AudioDecoder({
      output: (sound) => {
        failures = 0;
        // One packet in, one sound out; a packet that produced none is skipped by its time.
        let packet = inside.shift();
        while (packet && inside[0] && inside[0].index * microsecondsPerPacket <= sound.timestamp) {
          packet = inside.shift();
        }
        if (packet) onDecoded(packet, toPlanarStereo(sound));
        sound.close();
      },
      error: (error) => {
        failures += 1;
        if (isClosed) return;
        if (failures > maxFailures) onFailed(error.message);
        else renew();
      },
    });
    decoder.configure(config);
  };

  const decode = (packet: PlacedPacket) => {
    inside.push(packet);
    decoder.decode(
      new EncodedAudioChunk({
        type: "key",
        timestamp: packet.index * microsecondsPerPacket,
        duration: microsecondsPerPacket,
        data: packet.bytes,
      }),
    );
  };

  /** A decoder carries the loudness of the last packets on: a new section of sound must not inherit it. */
  const startStretch = async (packet: PlacedPacket) => {
    waiting = [packet];
    const emptied = decoder;
    await emptied.flush().catch(() => {});
    if (isClosed) return;
    if (emptied.state !== "closed") emptied.close();
    renew();
    const held = waiting;
    waiting = null;
    held.forEach(decode);
  };

  renew();
  return {
    decode(packet) {
      if (decoder.state === "closed") return;
      if (waiting) waiting.push(packet);
      else if (packet.isStart && inside.length > 0) void startStretch(packet);
      else decode(packet);
    },
    get pending() {
      return inside.length + (waiting?.length ?? 0);
    },
    close() {
      isClosed = true;
      if (decoder.state !== "closed") decoder.close();
    },
  };
}

function toPlanarStereo(sound: AudioData): Float32Array<ArrayBuffer> {
  const frames = sound.numberOfFrames;
  const samples = new Float32Array(frames * 2);
  const left = samples.subarray(0, frames);
  const right = samples.subarray(frames);
  sound.copyTo(left, { planeIndex: 0, format: "f32-planar" });
  if (sound.numberOfChannels > 1) sound.copyTo(right, { planeIndex: 1, format: "f32-planar" });
  else right.set(left);
  return samples;
}

serveDecoding(openDecoder);
