/** Ed25519 (RFC 8032) in browsers, Workers and Node: the platform's own, or a library where a browser lacks it. */

/** 32 and 64 bytes, hex in lower case: one form each, so that another one is not the same signature. */
export const publicKeyPattern = /^[0-9a-f]{64}$/;
export const signaturePattern = /^[0-9a-f]{128}$/;

export interface Signed {
  text: string;
  /** Hex. */
  publicKey: string;
  /** Hex. */
  signature: string;
}

/** Whether the holder of this key has signed this text. False for what is not a key or not a signature. */
export async function isSignedBy({ text, publicKey, signature }: Signed): Promise<boolean> {
  if (!publicKeyPattern.test(publicKey) || !signaturePattern.test(signature)) return false;
  const [key, proof] = [fromHex(publicKey), fromHex(signature)];
  const bytes = new TextEncoder().encode(text);
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, proof, bytes);
  } catch {
    // Chrome before 137, a page without TLS, or not a point of the curve, which the library refuses too.
    return (await loadLibrary()).verify(proof, bytes, key, { zip215: false });
  }
}

/** Loads the library now if this browser will need it: a page may lose its network before a file is chosen. */
export async function prepareSignatures(): Promise<void> {
  const basePoint = fromHex(`58${"66".repeat(31)}`);
  try {
    await crypto.subtle.importKey("raw", basePoint, "Ed25519", false, ["verify"]);
  } catch {
    await loadLibrary();
  }
}

async function loadLibrary() {
  return (await import("@noble/curves/ed25519.js")).ed25519;
}

/** The bytes of text that is known to be hex. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
