/** Bytes of a text file in whatever encoding DJ software writes. */

/** UTF-8 and UTF-16 of both orders, with or without a mark at the beginning; anything else as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return utf16(bytes.subarray(2), false);
  const zeros = zerosOf(bytes.subarray(0, 1_024));
  if (zeros.odd > 0.3 && zeros.even < 0.05) return utf16(bytes, true);
  if (zeros.even > 0.3 && zeros.odd < 0.05) return utf16(bytes, false);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Decoded in pieces, because not every runtime has both byte orders. A last odd byte is left out. */
export function utf16(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(bytes.byteLength >> 1);
  for (let index = 0; index < units.length; index++) units[index] = view.getUint16(index * 2, isLittleEndian);
  const piece = 8_192;
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += piece)
    parts.push(String.fromCharCode(...units.subarray(at, at + piece)));
  return parts.join("");
}

/** The part of zero bytes at even and at odd places. */
function zerosOf(bytes: Uint8Array): { even: number; odd: number } {
  const counts = [0, 0];
  for (let index = 0; index < bytes.length; index++)
    if (bytes[index] === 0) counts[index % 2] = (counts[index % 2] ?? 0) + 1;
  const half = Math.max(1, bytes.length / 2);
  return { even: (counts[0] ?? 0) / half, odd: (counts[1] ?? 0) / half };
}
