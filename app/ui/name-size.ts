/**
 * Whether the longest word of a name is too long for the size that names have on a phone: it is then set smaller, since
 * a word should not break. `fits`: as many characters as there is space for.
 */
export function hasLongWord(name: string, fits: number): boolean {
  return name.split(/\s+/).some((word) => Array.from(word).length > fits);
}
