/** Titles inside an MP3 stream, as players that send `Icy-MetaData: 1` expect them. */
import { concat } from "./bytes.ts";

/** Bytes of sound between two pieces of metadata. */
export const icyMetaInt = 16_000;

const maxBlocks = 255;
const nothingNew = new Uint8Array(1);

/**
 * Splits one listener's stream into pieces of `icyMetaInt` bytes with metadata between them; it contains the title when
 * that is new.
 */
export class IcyWriter {
  #left = icyMetaInt;
  #title = "";
  #sent: string | null = null;

  setTitle(title: string): void {
    this.#title = title;
  }

  /** Returns `bytes` with metadata where it is due. */
  write(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [];
    let rest = bytes;
    while (rest.byteLength >= this.#left) {
      parts.push(rest.subarray(0, this.#left), this.#metadata());
      rest = rest.subarray(this.#left);
      this.#left = icyMetaInt;
    }
    this.#left -= rest.byteLength;
    parts.push(rest);
    return concat(parts);
  }

  #metadata(): Uint8Array {
    if (this.#title === this.#sent) return nothingNew;
    this.#sent = this.#title;
    return encodeIcyTitle(this.#title);
  }
}

/** One length byte (in units of 16), then the text, padded with zeros. */
export function encodeIcyTitle(title: string): Uint8Array<ArrayBuffer> {
  // The format has no escape: players end the title at `';`.
  const text = new TextEncoder().encode(`StreamTitle='${title.replaceAll("';", "’;")}';`);
  const blocks = Math.min(maxBlocks, Math.ceil(text.byteLength / 16));
  const bytes = new Uint8Array(1 + blocks * 16);
  bytes[0] = blocks;
  bytes.set(text.subarray(0, blocks * 16), 1);
  return bytes;
}
