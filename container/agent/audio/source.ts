/**
 * Detects what an encoder sends (by its bytes, since content types are unreliable) and turns it into what the rest of
 * the pipeline needs: bytes that ffmpeg reads without delay, MP3 frames and Opus packets that are sent on unchanged,
 * titles.
 */

import { readAdtsLength, readLatmLength } from "#packages/audio-formats/adts.ts";
import { readMp3Header } from "#packages/audio-formats/mp3-header.ts";
import { AacSource, LatmSource } from "./aac-source.ts";
import { Mp3Source } from "./mp3-source.ts";
import { OggSource } from "./ogg-source.ts";
import type { SourceRates } from "./source-limits.ts";
import type { Source, SourceListener } from "./source-port.ts";

/** Enough to hold a tag's header and two frames of any kind. */
const sniffBytes = 8_192;
/** Cover art in front of the sound can be large. */
const giveUpBytes = 4 * 1_024 * 1_024;

/**
 * Chooses the reader by the first bytes. Nothing is reported until they are enough; unknown bytes are never reported.
 */
export class SniffedSource implements Source {
  #source: Source | undefined;
  #held: Buffer = Buffer.alloc(0);
  #skipped = 0;
  readonly #listener: SourceListener;
  readonly #rates: SourceRates;

  constructor(listener: SourceListener, rates: SourceRates) {
    this.#listener = listener;
    this.#rates = rates;
  }

  /** Throws a SourceFault when the source breaks a limit. */
  push(bytes: Buffer): void {
    this.#rates.count("bytes", bytes.length);
    if (this.#source) return this.#source.push(bytes);
    if (this.#skipped > giveUpBytes) return;
    this.#held = Buffer.concat([this.#held, bytes]);
    const found = sniff(this.#held);
    if (found === undefined) {
      if (this.#held.length > sniffBytes) {
        this.#skipped += this.#held.length - sniffBytes;
        this.#held = this.#held.subarray(-sniffBytes);
      }
      return;
    }
    const start = this.#held.subarray(found.offset);
    this.#held = Buffer.alloc(0);
    this.#source = this.#open(found.kind);
    this.#source.push(start);
  }

  #open(kind: SniffedKind): Source {
    switch (kind) {
      case "ogg":
        return new OggSource(this.#listener, this.#rates);
      case "mp3":
        return new Mp3Source(this.#listener);
      case "aac":
        return new AacSource(this.#listener);
      case "latm":
        return new LatmSource(this.#listener);
    }
  }

  preamble(): Uint8Array {
    return this.#source?.preamble() ?? Buffer.alloc(0);
  }
}

type SniffedKind = "ogg" | "mp3" | "aac" | "latm";

/**
 * Returns the format and the offset at which it starts, once two frames in sync (three of LATM, one Ogg page) show it.
 */
export function sniff(bytes: Buffer): { kind: SniffedKind; offset: number } | undefined {
  for (let offset = 0; offset + 4 <= bytes.length; offset++) {
    const first = bytes[offset];
    if (first === 0x4f && bytes.toString("latin1", offset, offset + 4) === "OggS")
      return { kind: "ogg", offset };
    if (first === 0x56 && isLatm(bytes, offset)) return { kind: "latm", offset };
    if (first !== 0xff) continue;
    const mp3 = readMp3Header(bytes, offset);
    if (mp3 && readMp3Header(bytes, offset + mp3.length)) return { kind: "mp3", offset };
    const adtsLength = readAdtsLength(bytes, offset);
    if (adtsLength && readAdtsLength(bytes, offset + adtsLength)) return { kind: "aac", offset };
  }
  return undefined;
}

/** Its sync word is only 11 bits long: two of them in step are found by chance in cover art. */
function isLatm(bytes: Buffer, offset: number): boolean {
  let next = offset;
  for (let frame = 0; frame < 3; frame++) {
    const length = readLatmLength(bytes, next);
    if (length === null) return false;
    next += length;
  }
  return true;
}
