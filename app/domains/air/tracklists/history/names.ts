/** Artist and title where a file has both in one text. */

const separators = [" - ", " – ", " — ", "\t"];

/** `Artist - Title`, split at the first separator; without one it is all title. */
export function splitName(text: string): { artist: string; title: string; isSplit: boolean } {
  const found = separators
    .map((separator) => ({ separator, at: text.indexOf(separator) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0];
  if (found === undefined) return { artist: "", title: text.trim(), isSplit: false };
  const { at, separator } = found;
  return {
    artist: text.slice(0, at).trim(),
    title: text.slice(at + separator.length).trim(),
    isSplit: true,
  };
}

/** The name of a file by its path, without folders, ending and track number. */
export function splitFileName(path: string): { artist: string; title: string } {
  const file = path.slice(Math.max(...["/", "\\", ":"].map((each) => path.lastIndexOf(each))) + 1);
  const end = file.lastIndexOf(".");
  const stem = end > 0 && file.length - end <= 6 ? file.slice(0, end) : file;
  const { artist, title } = splitName(withoutNumber(stem.slice(0, 300)));
  return { artist, title };
}

/** Returns the text without `01. `, `1) `, `01 - ` or `#1 ` at the beginning. */
export function withoutNumber(text: string): string {
  return text
    .trim()
    .replace(/^(?:#?\d{1,3}(?:[.)] ?| - )|0\d )/u, "")
    .trim();
}
