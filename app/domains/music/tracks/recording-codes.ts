/** Codes of recordings, in the one form in which they are stored and compared. Pure, and safe for browsers. */

/** Twelve characters without hyphens; null for what is no ISRC. */
export function plainIsrc(text: string): string | null {
  const plain = text
    .replace(/^\s*ISRC[\s:]+/i, "")
    .replace(/[\s-]/g, "")
    .toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(plain) ? plain : null;
}

/** `LC 01234` from any spelling of a label code; null for what is none. */
export function plainLabelCode(text: string): string | null {
  const digits = /^(?:LC)?[\s:-]*(\d{3,6})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : `LC ${digits.padStart(5, "0")}`;
}
