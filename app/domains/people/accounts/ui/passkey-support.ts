/** Whether this browser can make and use passkeys. False on the server: call it after hydration. */
export function hasPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** The person closed the browser's dialog, or let it time out; browsers do not distinguish the two. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
