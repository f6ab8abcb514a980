/** Stored data of this browser: one JSON object under one key, which several parts of the page write to. */
export const storeKey = "cue";

export function readStore(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Keeps what others have stored. Private windows may refuse storage: then it lasts as long as the page. */
export function writeStore(values: Record<string, unknown>): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify({ ...readStore(), ...values }));
  } catch {
    // As said above.
  }
}
