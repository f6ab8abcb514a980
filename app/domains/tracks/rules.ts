/**
 * The form in which tracks are compared: one key however an encoder spells artist and title. Case, compatibility
 * forms, invisible characters and spacing do not make another track; accents do.
 */
export function trackKey(artist: string, title: string): string {
  return `${fold(artist)}\n${fold(title)}`;
}

function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Z}\s]+/gu, " ")
    .trim();
}
