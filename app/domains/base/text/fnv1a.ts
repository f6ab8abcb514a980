/**
 * Returns a number of 32 bits for a text, the same everywhere and always (FNV-1a). It is spread evenly and is no
 * secret.
 */
export function fnv1a(text: string): number {
  let number = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) number = Math.imul(number ^ byte, 0x01000193);
  return number >>> 0;
}
