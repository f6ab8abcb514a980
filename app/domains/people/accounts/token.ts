/** Secrets that are sent once (session tokens, emailed tokens) and are stored only as a hash. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const sessionTerms = {
  /** A session that is not used for this long has ended. */
  idleMs: 30 * dayMs,
  /** However much it is used, a session ends this long after log-in. */
  absoluteMs: 180 * dayMs,
  /** `lastSeenAt` is written at most this often. */
  touchEveryMs: hourMs,
} as const;

/** 256 bits from the system's generator, base64url. */
export function newToken(): string {
  return randomText(32);
}

/** `bytes` random bytes, base64url without padding. */
export function randomText(bytes: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** SHA-256 of a token, hex: the form in which the database stores it. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Throws on text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
