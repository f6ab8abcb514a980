/** Reads the headers of AAC frames, in ADTS and in LATM (LOAS). */

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** The length of the ADTS frame at `at`; null where there is none. */
export function readAdtsLength(bytes: Uint8Array, at: number): number | null {
  if (at + 7 > bytes.length) return null;
  const [first = 0, second = 0, , high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return null;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : null;
}

/** Returns the format that the ADTS frame at the start of these bytes declares; null where it does not. */
export function readAdtsFormat(frame: Uint8Array): { sampleRate: number | null; channels: number | null } {
  const [, , c = 0, d = 0] = frame;
  const channels = ((c & 1) << 2) | (d >> 6);
  return {
    sampleRate: sampleRates[(c >> 2) & 15] ?? null,
    channels: channels === 0 ? null : channels === 7 ? 8 : channels,
  };
}

/** The length of the LOAS frame at `at`: 11 bits of sync word (0x2B7), 13 of length; null where there is none. */
export function readLatmLength(bytes: Uint8Array, at: number): number | null {
  if (at + 3 > bytes.length) return null;
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const length = ((second & 0x1f) << 8) | third;
  return ((first << 3) | (second >> 5)) === 0x2b7 && length > 0 ? 3 + length : null;
}
