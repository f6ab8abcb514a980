/**
 * Converts a stage's name or a manager's custom URL into a part of an address: lower case, spaces become dashes, only
 * letters, digits and dashes stay, and dashes are not repeated.
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
