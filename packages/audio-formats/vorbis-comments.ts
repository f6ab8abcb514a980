/** The comments that Vorbis, Opus and FLAC share (xiph.org, v-comment): names with values. */
import { concat, uint32 } from "./bytes.ts";

export interface VorbisComment {
  /** Name in upper case. */
  name: string;
  /** UTF-8 by definition, which not every program knows. */
  value: Uint8Array;
}

interface CommentLimits {
  /** Longer comments are left out. */
  maxBytes: number;
  /** Later ones are not read. */
  maxCount: number;
}

/** `body` starts at the vendor string's length. Returns null for anything malformed. */
export function readVorbisComments(
  body: Uint8Array,
  { maxBytes, maxCount }: CommentLimits,
): VorbisComment[] | null {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const vendorEnd = endOfSized(view, 0);
  if (vendorEnd === null || vendorEnd + 4 > body.length) return null;
  const count = Math.min(maxCount, view.getUint32(vendorEnd, true));
  const comments: VorbisComment[] = [];
  let start = vendorEnd + 4;
  for (let index = 0; index < count; index++) {
    const end = endOfSized(view, start);
    if (end === null) break;
    const comment = body.subarray(start + 4, end);
    start = end;
    const sign = comment.length > maxBytes ? -1 : comment.indexOf(0x3d);
    if (sign < 0) continue;
    const name = new TextDecoder("latin1").decode(comment.subarray(0, sign)).toUpperCase();
    comments.push({ name, value: comment.subarray(sign + 1) });
  }
  return comments;
}

/** Returns the end of the item that starts at `start` with its 32-bit length; null where that is outside the body. */
function endOfSized(view: DataView, start: number): number | null {
  if (start + 4 > view.byteLength) return null;
  const end = start + 4 + view.getUint32(start, true);
  return end > view.byteLength ? null : end;
}

/** Returns the body of a comment header, from the vendor's length on. */
export function writeVorbisComments(vendor: string, comments: Readonly<Record<string, string>>): Uint8Array {
  const list = Object.entries(comments).map(([name, value]) => lengthFirst(`${name}=${value}`));
  return concat([lengthFirst(vendor), littleEndian(list.length), ...list]);
}

const littleEndian = (value: number) => uint32(value, { isLittleEndian: true });

function lengthFirst(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return concat([littleEndian(bytes.byteLength), bytes]);
}
