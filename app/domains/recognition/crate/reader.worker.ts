/** Reads files, one at a time: their tags, and the peaks of their sound. Nothing of the sound leaves the browser. */
import { type Decoded, decodeInWorker } from "./decode.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { crateLimits, faultOf } from "./rules.ts";
import { readTags } from "./tags.ts";
import type { FailReason, FromReader, ToReader } from "./wire.ts";

const tell = (message: FromReader) => postMessage(message);
/** Files whose sound the page decodes. */
const waiting = new Map<number, (answer: Decoded | FailReason) => void>();

addEventListener("message", ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === "read") return void read(data.id, data.file);
  const settle = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.kind === "no-sound") return settle?.(data.reason);
  const fingerprinter = new Fingerprinter(data.rate);
  const second = data.rate * 4;
  for (let at = 0; at < data.sound.length && !fingerprinter.isFull; at += second)
    fingerprinter.push(data.sound.subarray(at, at + second));
  settle?.({ fingerprinter, durationMs: (data.sound.length / data.rate) * 1_000 });
});

async function read(id: number, file: File): Promise<void> {
  try {
    const { tags, durationMs: written } = await readTags(file);
    const decoded = (await decodeInWorker(file)) ?? (await decodeOnPage(id, written));
    if (typeof decoded === "string") return tell({ kind: "failed", id, reason: decoded });
    const { peaks, heardMs, peakCount } = decoded.fingerprinter.finish();
    const duration = Math.max(heardMs, decoded.durationMs ?? written ?? heardMs);
    const reason = reasonAgainst(peaks, duration, peakCount);
    if (reason !== null) return tell({ kind: "failed", id, reason });
    tell({ kind: "track", id, track: { ...tags, duration, peaks: toBase64(peaks) } });
  } catch {
    tell({ kind: "failed", id, reason: "unreadable" });
  }
}

function decodeOnPage(id: number, durationMs: number | null): Promise<Decoded | FailReason> {
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    tell({ kind: "decode", id, durationMs });
  });
}

function reasonAgainst(peaks: Uint8Array, durationMs: number, peakCount: number): FailReason | null {
  if (durationMs < crateLimits.minMs) return "too-short";
  if (durationMs > crateLimits.maxMs) return "too-long";
  if (peakCount < crateLimits.minPeaks) return "silent";
  return faultOf(peaks, Math.round(durationMs)) === null ? null : "unreadable";
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
