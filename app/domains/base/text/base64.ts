/**
 * The bytes of standard base64, null for anything else. A loop: nothing else runs in this runtime meanwhile, and for 6 MB
 * `Uint8Array.from` takes 1.4 s where this takes 40 ms (measured in Node).
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  let letters: string;
  try {
    letters = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
