/** The text form of AcoustID's fingerprints. Browser-safe. */

/** Characters. 120 s of music have two to four thousand. */
export const maxPrintLength = 6_000;
/** URL-safe Base64. The first byte is the algorithm, which is always 1 there; then comes the number of parts. */
export const printPattern = /^AQ[\w-]{6,}$/;

export const isAcoustIdPrint = (text: string): boolean =>
  text.length <= maxPrintLength && printPattern.test(text);
