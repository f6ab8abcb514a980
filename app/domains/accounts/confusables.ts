/**
 * Letters and digits that are mistaken for others. The table is Unicode's own (UTS 39, confusables.txt 15.1), narrowed
 * to what a username may contain after NFKC and to Latin letters and digits, with small capitals added.
 */

/** Characters that look the same in most typefaces, as they appear on the screen: case counts. */
const same: readonly (readonly [look: string, alike: string])[] = [
  ["2", "ꝚƧϨꙄᒿ"],
  ["3", "ꞫȜƷꝪⳌЗӠ"],
  ["4", "Ꮞ"],
  ["5", "Ƽ"],
  ["6", "ⳒбᏮ"],
  ["8", "৪੪ȣȢ"],
  ["9", "੧୨৭൭ꝮⳊ"],
  ["A", "ΑАᎪᗅꓮ"],
  ["a", "ɑαаᴀ"],
  ["B", "ꞴΒВᏴᗷꓐ"],
  ["b", "ƄЬᏏᑲᖯʙ"],
  ["C", "ⲤСᏟꓚ"],
  ["c", "ᴄⲥсꮯ"],
  ["D", "Ꭰᗞᗪꓓ"],
  ["d", "ԁᏧᑯꓒᴅ"],
  ["E", "ΕЕⴹᎬꓰ"],
  ["e", "ꬲеҽᴇ"],
  ["F", "ꞘϜᖴꓝ"],
  ["f", "ꬵꞙẝքꜰ"],
  ["G", "ԌᏀᏳꓖ"],
  ["g", "ɡᶃƍցɢ"],
  ["H", "ΗⲎНᎻᕼꓧ"],
  ["h", "һհᏂʜ"],
  ["i", "ıɪɩιіꙇꭵᎥ"],
  ["J", "ꞲͿЈᎫᒍꓙ"],
  ["j", "ϳјᴊ"],
  ["K", "ΚⲔКᏦᛕꓗ"],
  ["k", "ᴋ"],
  ["L", "ⳐᏞᒪꓡ"],
  ["l", "1IƖǀΙⲒІӀⵏᛁꓲӏʟ"],
  ["M", "ΜϺⲘМᎷᗰᛖꓟ"],
  ["m", "ᴍ"],
  ["N", "ΝⲚꓠ"],
  ["n", "ոռɴ"],
  ["O", "0০୦ΟⲞОՕⵔዐଠꓳ𐐄"],
  ["o", "०੦૦௦౦೦൦๐໐၀ᴏᴑꬽοσⲟоჿօഠဝ𐐬"],
  ["P", "ΡⲢРᏢᑭꓑ"],
  ["p", "ρⲣрᴘ"],
  ["Q", "ⵕ"],
  ["q", "ԛգզꞯ"],
  ["R", "ƦᎡᏒᖇꓣ"],
  ["r", "ꭇꭈᴦⲅгꮁʀ"],
  ["S", "ЅՏᏕᏚꓢ"],
  ["s", "ꜱƽѕꮪ"],
  ["T", "ΤⲦТᎢꓔ"],
  ["t", "ᴛ"],
  ["U", "Սሀᑌꓴ"],
  ["u", "ꞟᴜꭎꭒʋυս"],
  ["V", "ѴⴸᏙᐯꛟꓦ"],
  ["v", "ᴠνѵꮩ"],
  ["W", "ԜᎳᏔꓪ"],
  ["w", "ɯᴡѡԝաꮃ"],
  ["X", "ꞳΧⲬХⵝᚷꓫ"],
  ["x", "хᕁᕽ"],
  ["Y", "ΥⲨУҮᎩᎽꓬ"],
  ["y", "ɣᶌʏỿꭚγуүყ"],
  ["Z", "ΖᏃꓜ"],
  ["z", "ᴢꮓ"],
];

/**
 * Characters that look the same only at a glance: small letters shaped like capitals, letters of right-to-left scripts.
 * They fool no one in a word of one script, and anyone within a word of another.
 */
const similar: readonly { script: RegExp; pairs: readonly (readonly [latin: string, alike: string])[] }[] = [
  { script: /\p{Script=Cyrillic}/u, pairs: pairs("b в", "h н", "k к", "m м", "n п", "t т") },
  { script: /\p{Script=Greek}/u, pairs: pairs("b β", "e ε", "n η", "k κ", "m μ", "t τ", "w ω", "z ζ") },
  { script: /\p{Script=Hebrew}/u, pairs: pairs("l ו", "l ן", "o ס", "v ט") },
  { script: /\p{Script=Arabic}/u, pairs: pairs("l ا", "o ه") },
];

function pairs(...spelled: string[]): (readonly [string, string])[] {
  return spelled.map((pair) => [pair.slice(0, 1), pair.slice(2)]);
}

const looks = new Map(same.flatMap(([look, alikes]) => Array.from(alikes, (letter) => [letter, look])));

/** The text as it looks: two texts with the same look cannot be distinguished on the screen. Keeps case. */
export function toLook(text: string): string {
  // Looked up once more without accents: ё is a Cyrillic е with two dots.
  return Array.from(text.normalize("NFKD"), (letter) => looks.get(letter) ?? letter)
    .join("")
    .normalize("NFC");
}

/** What the text looks like, and what words in it that mix scripts may be mistaken for in each of them. */
export function toLooks(text: string): string[] {
  const words = text.normalize("NFKC").split(/([ ._])/);
  const read = (as: "latin" | "alike") => words.map((word) => readMixed(word, as)).join("");
  return [...new Set([text, read("latin"), read("alike")].map(toLook))];
}

function readMixed(word: string, as: "latin" | "alike"): string {
  const other = /\p{Script=Latin}/u.test(word) ? similar.find(({ script }) => script.test(word)) : undefined;
  if (other === undefined) return word;
  const letters = new Map(
    other.pairs.map(([latin, alike]) => (as === "latin" ? [alike, latin] : [latin, alike])),
  );
  return Array.from(word, (letter) => letters.get(letter) ?? letter).join("");
}
