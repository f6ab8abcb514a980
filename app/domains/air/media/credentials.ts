/** The credentials of encoders: mount and password, both random and neither derived from anything public. */

/** Crockford's base 32: no characters that are confused when typed into a hardware encoder. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** 5 bits per character. */
function randomBase32(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    alphabet.charAt(byte & 31),
  ).join("");
}

/** 130 bits. A mount is stored and shown without a leading slash. */
export const newMount = (kind: "stage" | "performer" | "test") => `${kind.charAt(0)}${randomBase32(26)}`;

/** 130 bits. */
export const newPassword = () => randomBase32(26);

/** Public: identifies a broadcaster in `/live/{stream}`. */
export const newStreamId = () => randomBase32(16);
