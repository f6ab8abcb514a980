/** A longer string is a list of data. */
const maxLength = 1500;

/** Whether a string of the source is text for people, and not a class, a key, an address, a selector or markup. */
export function looksLikeWords(text: string): boolean {
  const plain = text.replace(/\{[^{}]*\}/g, "").trim();
  if (!/\p{L}{2}/u.test(plain) || plain.length > maxLength) return false;
  if (/^(?:<|https?:|data:|[/#.]|[a-z]+\/[a-z]|\([a-z-]+[: ])|;\n|\[role|\w\(\s*[\d)]/.test(plain))
    return false;
  const words = plain.split(/\s+/);
  return words.length === 1 ? isWord(plain, /\s/.test(text)) : !looksLikeClasses(words);
}

/** A single word: capitalized as a label is, or with a space next to the value it belongs to. */
function isWord(word: string, hasSpace: boolean): boolean {
  return /^[“'(…]?\p{Lu}[\p{Ll}’'-]+[….!?:)]?$/u.test(word) || (hasSpace && /^\p{Ll}+[.,:]?$/u.test(word));
}

const classWord =
  /^(?:flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|truncate|border|rounded|underline|italic|uppercase|tabular|group|peer|shrink|grow|transition|outline|isolate|contents|invisible|visible|container|table|ring|shadow|static|resize|antialiased|bottom|top|start|end)$/;

function looksLikeClasses(words: readonly string[]): boolean {
  const isClass = (word: string) =>
    classWord.test(word) || /[a-z!]-[a-z\d[]|[a-z]:[a-z[]|\dpx|^\d+$/.test(word);
  return (
    words.every((word) => /^[a-z!\d[-]/.test(word) && isClass(word)) ||
    words.some((word) => /^-?[a-z-]+-(?:\d+(?:\.5)?|\[.*\])$|^\[?[a-z&-]+:[a-z[-]/.test(word))
  );
}
