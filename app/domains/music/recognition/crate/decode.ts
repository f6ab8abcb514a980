/** Decodes what a worker can decode, a piece at a time: memory does not grow with the file. */

import { id3Length } from "#packages/audio-formats/id3-header.ts";
import { type Mp3Frame, Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import { readMp3Header } from "#packages/audio-formats/mp3-header.ts";
import { bytesOf, readFrames, readPcmLayout } from "#packages/audio-formats/pcm-file.ts";
import type { Fingerprinter } from "./fingerprint.ts";

/** Bytes that are read at a time. */
const pieceBytes = 1 << 20;
/** Frames that the decoder may have before it. */
const maxQueued = 128;
/** Frames of which the decoder's sound is joined, about a second. */
const joined = 40;

export interface Decoded {
  fingerprinter: Fingerprinter;
  /** Null where only the beginning was decoded. */
  durationMs: number | null;
}

/** Begins the fingerprint of sound of this rate (samples a second). */
export type Listen = (rate: number) => Fingerprinter;

/** Returns the sound's peaks; null where a page has to decode this file. */
export async function decodeInWorker(file: File, listen: Listen): Promise<Decoded | null> {
  return (await decodePcm(file, listen)) ?? (await decodeMp3(file, listen).catch(() => null));
}

async function decodePcm(file: File, listen: Listen): Promise<Decoded | null> {
  const layout = await readPcmLayout(file);
  if (layout === null) return null;
  const fingerprinter = listen(layout.rate);
  const frameBytes = layout.channels * layout.width;
  const step = Math.floor(pieceBytes / frameBytes) * frameBytes;
  for (let at = layout.from; at < layout.to && !fingerprinter.isFull; at += step)
    fingerprinter.push(readFrames(await bytesOf(file, at, Math.min(step, layout.to - at)), layout));
  return { fingerprinter, durationMs: ((layout.to - layout.from) / frameBytes / layout.rate) * 1_000 };
}

async function decodeMp3(file: File, listen: Listen): Promise<Decoded | null> {
  if (typeof AudioDecoder === "undefined") return null;
  const head = new Uint8Array(await file.slice(0, 10).arrayBuffer());
  const start = id3Length(head);
  const first = new Uint8Array(await file.slice(start, start + 4).arrayBuffer());
  if (start === 0 && readMp3Header(first) === null && !/\.mp3$/i.test(file.name)) return null;
  const frames = new Mp3Frames({ confirmsEach: true });
  let decoding: Mp3Decoding | null = null;
  try {
    for (let at = start; at < file.size && decoding?.fingerprinter.isFull !== true; at += pieceBytes) {
      const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
      for (const frame of frames.push(bytes)) {
        decoding ??= await Mp3Decoding.open(frame, listen);
        if (decoding === null) return null;
        await decoding.decode(frame.bytes);
      }
    }
    return decoding === null ? null : await decoding.end();
  } finally {
    decoding?.close();
  }
}

class Mp3Decoding {
  readonly fingerprinter: Fingerprinter;
  readonly #decoder: AudioDecoder;
  readonly #rate: number;
  #failure: Error | null = null;
  #waiting: Float32Array[] = [];
  #samples = 0;
  #timestamp = 0;

  /** Null where this browser has no such decoder. */
  static async open({ sampleRate, channels }: Mp3Frame, listen: Listen): Promise<Mp3Decoding | null> {
    const config = { codec: "mp3", sampleRate, numberOfChannels: channels };
    const { supported } = await AudioDecoder.isConfigSupported(config);
    return supported === true ? new Mp3Decoding(config, listen) : null;
  }

  private constructor(config: AudioDecoderConfig, listen: Listen) {
    this.#rate = config.sampleRate;
    this.fingerprinter = listen(config.sampleRate);
    this.#decoder = new AudioDecoder({
      output: (sound) => this.#take(sound),
      error: (error) => {
        this.#failure = error;
      },
    });
    this.#decoder.configure(config);
  }

  /** Throws where the decoder has given up, or the rate changes. */
  async decode(frame: Uint8Array): Promise<void> {
    while (this.#decoder.decodeQueueSize > maxQueued && this.#failure === null)
      await new Promise((resolve) => this.#decoder.addEventListener("dequeue", resolve, { once: true }));
    if (this.#failure !== null) throw this.#failure;
    this.#timestamp += 1;
    // The time is only a number here.
    this.#decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: this.#timestamp, data: frame }));
  }

  async end(): Promise<Decoded> {
    await this.#decoder.flush();
    this.#join();
    const durationMs = this.fingerprinter.isFull ? null : (this.#samples / this.#rate) * 1_000;
    return { fingerprinter: this.fingerprinter, durationMs };
  }

  close(): void {
    if (this.#decoder.state !== "closed") this.#decoder.close();
  }

  #take(sound: AudioData): void {
    if (sound.sampleRate !== this.#rate) this.#failure ??= new Error("the rate changes");
    const mono = toMono(sound);
    this.#samples += mono.length;
    this.#waiting.push(mono);
    sound.close();
    if (this.#waiting.length >= joined) this.#join();
  }

  #join(): void {
    const whole = new Float32Array(this.#waiting.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#waiting) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#waiting = [];
    if (!this.fingerprinter.isFull) this.fingerprinter.push(whole);
  }
}

function toMono(sound: AudioData): Float32Array {
  const mono = new Float32Array(sound.numberOfFrames);
  const channel = new Float32Array(sound.numberOfFrames);
  for (let each = 0; each < sound.numberOfChannels; each++) {
    sound.copyTo(channel, { planeIndex: each, format: "f32-planar" });
    for (let at = 0; at < mono.length; at++) mono[at]! += channel[at]! / sound.numberOfChannels;
  }
  return mono;
}
