/**
 * A stage's name or a manager's wish as part of an address: lower case, spaces become dashes, anything but letters,
 * digits and dashes goes, and dashes stand alone.
 */
export function toCustomUrl(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}
