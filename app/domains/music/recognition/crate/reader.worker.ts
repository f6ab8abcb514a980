/** Reads files, one at a time: their tags, and the peaks of their sound. Nothing of the sound leaves the browser. */

import { notifyRunning } from "#app/page-worker.ts";
import { isAcoustIdPrint } from "./acoustid-print.ts";
import { type Chromaprint, openChromaprint } from "./chromaprint.ts";
import { type Decoded, decodeInWorker, type Listen } from "./decode.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { crateLimits, faultOf } from "./rules.ts";
import { readTags } from "./tags.ts";
import type { FailReason, FromReader, ToReader } from "./wire.ts";

const tell = (message: FromReader) => postMessage(message);
type PageAnswer = Extract<ToReader, { kind: "sound" | "no-sound" }>;
/** Files whose sound the page decodes. */
const waiting = new Map<number, (answer: PageAnswer) => void>();
let chromaprint: Promise<Chromaprint | null> | null = null;

addEventListener("message", ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === "read") return void read(data);
  const settle = waiting.get(data.id);
  waiting.delete(data.id);
  settle?.(data);
});

async function read({ id, file, asksAcoustId }: Extract<ToReader, { kind: "read" }>): Promise<void> {
  try {
    // Where it cannot be loaded, files are added without it.
    if (asksAcoustId) chromaprint ??= openChromaprint().catch(() => null);
    const print = await chromaprint;
    const listen: Listen = (rate) => new Fingerprinter(rate, print);
    const { tags, durationMs: written, guess } = await readTags(file);
    const decoded = (await decodeInWorker(file, listen)) ?? (await decodeOnPage(id, written, listen));
    if (typeof decoded === "string") return tell({ kind: "failed", id, reason: decoded });
    const { peaks, heardMs, peakCount, acoustid } = decoded.fingerprinter.finish();
    const duration = Math.max(heardMs, decoded.durationMs ?? written ?? heardMs);
    const reason = reasonAgainst(peaks, duration, peakCount);
    if (reason !== null) return tell({ kind: "failed", id, reason });
    const fingerprint = acoustid !== null && isAcoustIdPrint(acoustid) ? { fingerprint: acoustid } : {};
    const track = { ...tags, duration, peaks: toBase64(peaks), ...fingerprint };
    tell({ kind: "track", id, track, guess });
  } catch {
    tell({ kind: "failed", id, reason: "unreadable" });
  }
}

async function decodeOnPage(
  id: number,
  durationMs: number | null,
  listen: Listen,
): Promise<Decoded | FailReason> {
  const answer = await new Promise<PageAnswer>((resolve) => {
    waiting.set(id, resolve);
    tell({ kind: "decode", id, durationMs });
  });
  if (answer.kind === "no-sound") return answer.reason;
  const { sound, rate } = answer;
  const fingerprinter = listen(rate);
  const step = rate * 4;
  for (let at = 0; at < sound.length && !fingerprinter.isFull; at += step)
    fingerprinter.push(sound.subarray(at, at + step));
  return { fingerprinter, durationMs: (sound.length / rate) * 1_000 };
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

notifyRunning();
