/** The header of an ID3v2 tag (id3.org). */

export const id3HeaderBytes = 10;

export interface Id3Header {
  /** 2 to 4 are known. */
  version: number;
  flags: number;
  /** Size of what follows the header, without a footer: bytes. */
  size: number;
}

/** Returns the header of the tag that starts here; null where none does. */
export function readId3Header(bytes: Uint8Array): Id3Header | null {
  if (bytes.length < id3HeaderBytes) return null;
  const isTag = bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33;
  return isTag ? { version: bytes[3] ?? 0, flags: bytes[5] ?? 0, size: readSynchsafe(bytes, 6) } : null;
}

/** Bytes of the whole ID3v2 tag at the beginning; 0 without one. */
export function id3Length(bytes: Uint8Array): number {
  const header = readId3Header(bytes);
  if (header === null) return 0;
  const hasFooter = (header.flags & 0x10) !== 0;
  return id3HeaderBytes + header.size + (hasFooter ? id3HeaderBytes : 0);
}

/** The header of a tag of version 2.4 without flags. */
export const writeId3Header = (size: number): Uint8Array =>
  Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, ...writeSynchsafe(size));

/** A number of 28 bits in four bytes of seven, so that no byte looks like the start of an MP3 frame. */
export function readSynchsafe(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let index = at; index < at + 4; index++) value = value * 128 + ((bytes[index] ?? 0) & 0x7f);
  return value;
}

export const writeSynchsafe = (value: number): Uint8Array =>
  Uint8Array.from([21, 14, 7, 0], (shift) => (value >>> shift) & 0x7f);
