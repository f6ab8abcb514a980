/** The store whose apps a visitor's device can install, by its browser's user agent. */
export type Device = "apple" | "google" | "other";

/** Engines whose user agent contains these words without being such a device. */
const pretenders = /Windows|CrOS|Tizen/;

/**
 * Phones and tablets only; decided on the server, so that the first paint is right. An iPad requests desktop pages and
 * then identifies as a Mac: it counts as `other` and gets the form, which works there too.
 */
export function deviceOf(userAgent: string): Device {
  if (pretenders.test(userAgent)) return "other";
  if (/\b(?:iPhone|iPod|iPad)\b/.test(userAgent)) return "apple";
  return /\bAndroid\b/.test(userAgent) ? "google" : "other";
}

export interface Store {
  kind: "apple" | "google";
  href: string;
}

/**
 * The stores to show instead of the log-in form, the device's own first; none where the form stays: on a computer, and
 * on a device whose own store has no app of this instance.
 */
export function storesFor(
  device: Device,
  addresses: { apple: string | null; google: string | null },
): Store[] {
  if (device === "other" || addresses[device] === null) return [];
  const kinds = device === "apple" ? (["apple", "google"] as const) : (["google", "apple"] as const);
  return kinds.flatMap((kind) => {
    const href = addresses[kind];
    return href === null ? [] : [{ kind, href }];
  });
}
