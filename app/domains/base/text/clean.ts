/** Cleans text that people write before others see it. Pure, and safe for browsers. */

/** Line and paragraph separators break lines wherever they are shown, as control characters may. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Joiners change how letters of these scripts are written. */
const joinedScripts = (
  "Adlam Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Mandaic Manichaean Mongolian Myanmar Nko " +
  "Oriya Phags_Pa Sinhala Syriac Tamil Telugu Tibetan"
).split(" ");
const joined = `[${joinedScripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join("")}]`;
/** Signs that suppress a letter's vowel: a joiner after one of them is visible, also at the end of a word. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const variation = String.raw`[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`;

/**
 * Invisible characters: most of them reorder the text around them, or make a name look like another. Kept are those
 * without which a script or an emoji looks different: joiners, variation selectors, and the tags of regional flags.
 */
const invisible = new RegExp(
  [
    String.raw`(?<=${joined}|${virama})[\u200c\u200d](?=${joined})`,
    String.raw`(?<=${virama})[\u200c\u200d]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[^\s\p{Default_Ignorable_Code_Point}])${variation}`,
    String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,8}\u{e007f}`,
    String.raw`([\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u061c\ufff9-\ufffb])`,
  ].join("|"),
  "gu",
);

/** Marks on one letter beyond what any language needs: a stack that covers the lines around it. */
const piles = /(\p{M}{4})\p{M}+/gu;

/**
 * Pattern of characters without which nothing is visible: marks need a base character, and the two named ones are
 * blank.
 */
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** One line with single spaces and without characters that hide or reorder text; "" where nothing visible is left. */
export function cleanLine(text: string): string {
  const line = withoutInvisible(text.normalize("NFC").toWellFormed().replace(controls, " "));
  return whereVisible(line.replace(/\s+/gu, " "));
}

/**
 * Lines of text with any line breaks, each without control and invisible characters, with at most one empty line
 * between them; "" where nothing visible is left.
 */
export function cleanParagraphs(text: string): string {
  const lines = text
    .normalize("NFC")
    .toWellFormed()
    .split(lineBreaks)
    .map((line) => withoutInvisible(line.replace(controls, " ")).trim());
  return whereVisible(lines.join("\n").replace(/\n{3,}/g, "\n\n"));
}

/** The message beside a field with typed but invisible content; null for every other text. */
export function invisibleProblem(typed: string): string | null {
  const isInvisible = typed.trim() !== "" && cleanLine(typed) === "";
  return isInvisible ? "This text is invisible. Type a letter, a digit or a symbol." : null;
}

/** The length of a text as people count it: surrogate pairs count once. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function withoutInvisible(text: string): string {
  return text
    .replace(invisible, (found: string, removed: string | undefined) => (removed === undefined ? found : ""))
    .replace(piles, "$1");
}

function whereVisible(text: string): string {
  return visible.test(text) ? text.trim() : "";
}
