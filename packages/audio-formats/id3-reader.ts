/**
 * Reads ID3 tags of all versions, as files have them and not only as they should: frames with plain sizes in version 2.4
 * (iTunes). Texts are left as bytes.
 */
import { id3HeaderBytes, readId3Header, readSynchsafe } from "./id3-header.ts";

/** Names stand before pictures, or behind one of these. */
const maxTagBytes = 16 * 1024 * 1024;

export interface Id3Frame {
  /** Four letters; three in version 2.2. */
  id: string;
  content: Uint8Array;
}

/** The frames of the tag of version 2 that begins at a place of a file; null where none does. */
export async function readId3v2(file: Blob, at: number): Promise<Id3Frame[] | null> {
  const header = readId3Header(await bytesOf(file, at, id3HeaderBytes));
  if (header === null || header.version < 2 || header.version > 4) return null;
  const { version, flags } = header;
  const stored = await bytesOf(file, at + id3HeaderBytes, Math.min(header.size, maxTagBytes));
  const isUnsynchronised = (flags & 0x80) !== 0;
  const body = isUnsynchronised && version < 4 ? withoutStuffing(stored) : stored;
  const from = (flags & 0x40) !== 0 && version > 2 ? extendedLength(body, version) : 0;
  return readFrames(body.subarray(from), version, isUnsynchronised);
}

/** The tag of version 1 at the end of a file; null where there is none. */
export async function readId3v1(file: Blob): Promise<{ title: Uint8Array; artist: Uint8Array } | null> {
  if (file.size < 128) return null;
  const bytes = await bytesOf(file, file.size - 128, 128);
  if (nameOf(bytes, 0, 3) !== "TAG") return null;
  const textAt = (at: number) => {
    const field = bytes.subarray(at, at + 30);
    const end = field.indexOf(0);
    return end < 0 ? wholeLetters(field) : field.subarray(0, end);
  };
  return { title: textAt(3), artist: textAt(33) };
}

/** A field that is full may end within a letter of UTF-8. */
function wholeLetters(field: Uint8Array): Uint8Array {
  for (let cut = 1; cut <= 3; cut++) {
    const lead = field[field.length - cut] ?? 0;
    if (lead < 0x80) return field;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (length > cut && isUtf8(field.subarray(0, -cut))) return field.subarray(0, -cut);
  }
  return field;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return /[^\0-\u007f]/u.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

const nameOf = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Returns the bytes without the zero behind each 0xFF, which keeps a tag from looking like sound. */
function withoutStuffing(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== 0 || at === 0 || bytes[at - 1] !== 0xff);
}

function extendedLength(body: Uint8Array, version: number): number {
  if (body.length < 4) return 0;
  return version === 3 ? plainSize(body, 0) + 4 : readSynchsafe(body, 0);
}

/**
 * Reads frames by the sizes that lead from frame to frame up to the end: those of the version, unless the other ones
 * lead further.
 */
function readFrames(body: Uint8Array, version: number, isUnsynchronised: boolean): Id3Frame[] {
  if (version === 2) return walk(body, version, plainSize, isUnsynchronised).frames;
  const sizes = version === 4 ? [readSynchsafe, plainSize] : [plainSize, readSynchsafe];
  const [first, second] = sizes.map((size) => walk(body, version, size, isUnsynchronised));
  if (first === undefined || second === undefined) return [];
  if (first.isWhole !== second.isWhole) return first.isWhole ? first.frames : second.frames;
  // A wrong size may lead into the empty space at the end.
  return second.frames.length > first.frames.length ? second.frames : first.frames;
}

const plainSize = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

function walk(
  body: Uint8Array,
  version: number,
  sizeAt: (bytes: Uint8Array, at: number) => number,
  isUnsynchronised: boolean,
): { frames: Id3Frame[]; isWhole: boolean } {
  const [idLength, headLength] = version === 2 ? [3, 6] : [4, id3HeaderBytes];
  const frames: Id3Frame[] = [];
  let at = 0;
  while (at + headLength <= body.length && body[at] !== 0) {
    const id = nameOf(body, at, idLength);
    if (!/^[A-Z][A-Z0-9]{2,3}$/u.test(id)) return { frames, isWhole: false };
    const size = version === 2 ? plainSize(body, at + 2) & 0xffffff : sizeAt(body, at + 4);
    const flags = version === 2 ? 0 : (body[at + 9] ?? 0);
    const end = at + headLength + size;
    if (end > body.length) return { frames, isWhole: false };
    frames.push({
      id,
      content: contentOf(body.subarray(at + headLength, end), version, flags, isUnsynchronised),
    });
    at = end;
  }
  return { frames, isWhole: true };
}

/** Empty for a frame that is compressed or encrypted: no program does that to names. */
function contentOf(bytes: Uint8Array, version: number, flags: number, isUnsynchronised: boolean): Uint8Array {
  if (version === 3) return (flags & 0xc0) !== 0 ? bytes.subarray(0, 0) : bytes.subarray((flags & 0x20) >> 5);
  if (version !== 4) return bytes;
  if ((flags & 0x0c) !== 0) return bytes.subarray(0, 0);
  // Which group a frame belongs to, and how long it would be otherwise, stand before it.
  const from = ((flags & 0x40) !== 0 ? 1 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const content = bytes.subarray(from);
  return (flags & 0x02) !== 0 || isUnsynchronised ? withoutStuffing(content) : content;
}

async function bytesOf(file: Blob, from: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
}
