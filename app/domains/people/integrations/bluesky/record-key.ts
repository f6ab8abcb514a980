/** The key of a post's record at Bluesky: always the same for the same post, so that it cannot be there twice. */

const letters = "234567abcdefghijklmnopqrstuvwxyz";
/** A timestamp identifier has 13 letters of 5 bits, of which the first bit is 0. */
const length = 13;
const clockBits = 10n;
/** Microseconds of the times that are used: a year from 2024 on, because one in the future would look wrong. */
const firstMicros = BigInt(Date.UTC(2024, 0, 1)) * 1_000n;
const micros = 366n * 86_400n * 1_000_000n;

/** Returns a timestamp identifier whose time and clock come from the post's key. */
export async function recordKeyOf(postKey: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(postKey));
  const view = new DataView(digest);
  const time = firstMicros + (view.getBigUint64(0) % micros);
  const clock = BigInt(view.getUint16(8)) & ((1n << clockBits) - 1n);
  let rest = (time << clockBits) | clock;
  let text = "";
  for (let at = 0; at < length; at++) {
    text = letters.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
