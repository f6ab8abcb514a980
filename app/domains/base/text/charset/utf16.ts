/** UTF-16, decoded in pieces, because not every runtime has both byte orders. A last odd byte is left out. */
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
