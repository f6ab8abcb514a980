/**
 * Letters of other scripts that look like a Latin one, in lower case. A capital that looks Latin counts as well
 * (Greek Ρ, Cyrillic Н), because names keep their case on the screen.
 */
const pairs: readonly (readonly [look: string, alike: string])[] = [
  ["a", "аαɑ"],
  ["b", "вβ"],
  ["c", "сϲ"],
  ["d", "ԁ"],
  ["e", "еεё"],
  ["g", "ɡց"],
  ["h", "һнηհ"],
  ["i", "іιıї"],
  ["j", "јϳ"],
  ["k", "кκ"],
  ["l", "ӏ"],
  ["m", "мμ"],
  ["n", "ոռ"],
  ["o", "оοօσ"],
  ["p", "рρ"],
  ["q", "ԛզ"],
  ["s", "ѕ"],
  ["t", "тτ"],
  ["u", "սυ"],
  ["v", "ѵν"],
  ["w", "ԝω"],
  ["x", "хχ"],
  ["y", "уγ"],
  ["z", "ζ"],
];

const latinLook = new Map(pairs.flatMap(([look, alike]) => Array.from(alike, (letter) => [letter, look])));

/** The text as a hurried reader sees it. Expects lower case. */
export function toLatinLook(text: string): string {
  return Array.from(text, (letter) => latinLook.get(letter) ?? letter).join("");
}
