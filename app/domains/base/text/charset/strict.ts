/**
 * Decodes bytes in an encoding of the Encoding standard; null where they are no text in it. `mayBeCut`: of a character
 * that is cut off at the end nothing is left. Safe for browsers.
 */
export function decodeStrictly(
  bytes: Uint8Array,
  encoding: string,
  { mayBeCut }: { mayBeCut: boolean },
): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: mayBeCut });
  } catch {
    return null;
  }
}
