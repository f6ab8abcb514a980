/** The scripts of usernames, and which of them one name may have together. */

/** The scripts that people write today (UTS 39: recommended or of limited use) and Mongolian. */
export const nameScripts = (
  "Adlam Arabic Armenian Balinese Bamum Batak Bengali Bopomofo Canadian_Aboriginal Chakma Cham Cherokee Cyrillic " +
  "Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hanifi_Rohingya Hebrew Hiragana Javanese Kannada " +
  "Katakana Kayah_Li Khmer Lao Latin Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Miao Mongolian Myanmar " +
  "New_Tai_Lue Newa Nko Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham " +
  "Tai_Viet Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Wancho Yi"
).split(" ");

const scriptsOf = nameScripts.map((name): readonly [string, RegExp] => [
  name,
  new RegExp(String.raw`\p{Script_Extensions=${name}}`, "u"),
]);

/** Scripts that are written together, also with Latin letters (UTS 39: highly restrictive). */
const together = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/** Letters and digits of one script, or of several; not signs and marks that all scripts share. */
const ofScript = /[^\p{Script_Extensions=Common}\p{Script=Inherited}]/u;
const latin = /\p{Script=Latin}/u;
/** A letter of East Asia that is no stroke, line or circle and no part of a syllable: it is read as what it is. */
const unmistakable =
  /(?![一丨丶丿乀乁乚乛亅丄丅二三亠冫口囗ー〇ノニハトロヘへくしミ])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uac00-\ud7a3]/gu;
/** One alone may be overlooked. */
const minUnmistakable = 2;

/**
 * Whether a name is written in one script, or in those of Japanese, Chinese or Korean: beside Latin letters these need
 * several that cannot be taken for a sign or a Latin letter.
 */
export function isOfOneScript(name: string): boolean {
  const plain = name.normalize("NFKC");
  const letters = Array.from(plain).filter((character) => ofScript.test(character));
  const possible = letters.map((letter) =>
    scriptsOf.flatMap(([script, pattern]) => (pattern.test(letter) ? script : [])),
  );
  const areOf = (scripts: readonly string[]) =>
    possible.every((each) => each.some((script) => scripts.includes(script)));
  if (nameScripts.some((script) => areOf([script]))) return true;
  if (!together.some(areOf)) return false;
  return !latin.test(plain) || (plain.match(unmistakable)?.length ?? 0) >= minUnmistakable;
}
