const letter = /[\p{L}\p{M}\p{N}]/u;

/** Replaces a username in a text that others have written, where it stands for itself and not inside another word. */
export function withoutName(text: string, username: string): string {
  const name = username.toLowerCase();
  const isName = (at: number, end: number) =>
    text.slice(at, end).toLowerCase() === name &&
    !letter.test(text.charAt(at - 1)) &&
    !letter.test(text.charAt(end));
  let kept = "";
  for (let at = 0; at < text.length; ) {
    const end = at + username.length;
    const isFound = isName(at, end);
    kept = isFound ? `${kept.replace(/@$/, "")}(deleted account)` : kept + text.charAt(at);
    at = isFound ? end : at + 1;
  }
  return kept;
}
