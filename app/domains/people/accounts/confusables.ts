/**
 * Letters and digits that are mistaken for others, and the form in which names are compared. The table is Unicode's own
 * (UTS 39, confusables.txt 15.1), narrowed to what a username may contain after NFKC and to Latin letters and digits,
 * with small capitals added; letters with a stroke, a hook or a tail are those without it.
 */
import { nameScripts } from "./name-scripts.ts";
import { foldUsername } from "./rules.ts";

/** Characters that look the same in most typefaces, as they appear on the screen: case counts. */
const same: readonly (readonly [look: string, alike: string])[] = [
  ["2", "ꝚƧϨꙄᒿƻ"],
  ["3", "ꞫȜƷꝪⳌЗӠ𖼻𑣊Ҙ"],
  ["4", "Ꮞ𑢯"],
  ["5", "Ƽ𑢻"],
  ["6", "ⳒбᏮ𑣕"],
  ["8", "৪੪ȣȢ𐌚"],
  ["9", "੧୨৭൭ꝮⳊ𑣌𑢬𑣖"],
  ["A", "ΑАᎪᗅꓮ𖽀𐊠"],
  ["a", "ɑɐαаᴀ"],
  ["B", "ꞴΒВᏴᗷꓐ𐊂𐊡𐌁"],
  ["b", "ƄЬᏏᑲᖯʙɓᑳƃƂƀ"],
  ["C", "ⲤСᏟꓚ𑣩𐊢𐌂𐐕𐔜Ҫ"],
  ["c", "ᴄⲥсꮯ𐐽ȼҫ"],
  ["D", "ᎠᗞᗪꓓĐÐƉ"],
  ["d", "ԁᏧᑯꓒᴅɗɖƌđ"],
  ["E", "ΕЕⴹᎬꓰ𑢦𑢮𐊆Ɇ"],
  ["e", "ꬲеҽᴇɇҿ"],
  ["F", "ꞘϜᖴꓝ𑣂𑢢𐊇𐊥𐔥Ƒ"],
  ["f", "ꬵꞙẝքꜰƒᵮ"],
  ["G", "ԌᏀᏳꓖǤ"],
  ["g", "ɡᶃƍցɢɠǥ"],
  ["H", "ΗⲎНᎻᕼꓧ𐋏ⱧҢĦӉӇ"],
  ["h", "һհᏂʜɦꚕᏲħ"],
  ["i", "ıɪɩιіꙇꭵᎥ𑣃ɨᵻᵼ"],
  ["J", "ꞲͿЈᎫᒍꓙɈ"],
  ["j", "ϳјᴊɉ"],
  ["K", "ΚⲔКᏦᛕꓗ𐔘ⱩҚꝀҞ"],
  ["k", "ᴋƙ"],
  ["L", "ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦Ł"],
  ["l", "1IƖǀΙⲒІӀⵏᛁꓲӏʟ𖼨𐊊𐌉łɭƗƚɫ"],
  ["M", "ΜϺⲘМᎷᗰᛖꓟ𐊰𐌑Ӎ"],
  ["m", "ᴍ𑣣𑜀ɱᵯ"],
  ["N", "ΝⲚꓠ𐔓Ɲ"],
  ["n", "ոռɴɳƞᵰ"],
  ["O", "0০୦ΟⲞОՕⵔዐଠꓳ𐐄𑓐𑣠𐓂𑢵𐊒𐊫𐔖ØⵁƟꝊθΘӨѲⴱᎾᏫ"],
  ["o", "०੦૦௦౦೦൦๐໐၀ᴏᴑꬽοσⲟоჿօഠဝ𐐬𐓪𑣈𑣗øꬾɵꝋөѳꮎꮻꭴတ"],
  ["P", "ΡⲢРᏢᑭꓑ𐊕"],
  ["p", "ρⲣрᴘƥᵽ"],
  ["Q", "ⵕ"],
  ["q", "ԛգզꞯʠ"],
  ["R", "ƦᎡᏒᖇꓣ𐒴𖼵"],
  ["r", "ꭇꭈᴦⲅгꮁʀɽɼɍғᵲ"],
  ["S", "ЅՏᏕᏚꓢ𖼺𐊖𐐠"],
  ["s", "ꜱƽѕꮪ𑣁𐑈ʂᵴ"],
  ["T", "ΤⲦТᎢꓔ𖼊𑢼𐊗𐊱𐌕ȾƮҬŦ"],
  ["t", "ᴛƭŧᵵ"],
  ["U", "Սሀᑌꓴ𐓎𖽂𑢸ɄᏌ"],
  ["u", "ꞟᴜꭎꭒʋυս𐓶𑣘ᵾꮜ"],
  ["V", "ѴⴸᏙᐯꛟꓦ𖼈𑢠𐔝"],
  ["v", "ᴠνѵꮩ𑜆𑣀"],
  ["W", "ԜᎳᏔꓪ𑣦"],
  ["w", "ɯꞷɰᴡѡԝաꮃ𑜊𑜎𑜏ѽ𑓅ꝡ"],
  ["X", "ꞳΧⲬХⵝᚷꓫ𐊐𐊴𐌗𐔧Ҳ"],
  ["x", "хᕁᕽ"],
  ["Y", "ΥⲨУҮᎩᎽꓬ𖽃𑢤𐊲ɎҰ"],
  ["y", "ɣᶌʏỿꭚγуүყ𑣜ƴɏұ"],
  ["Z", "ΖᏃꓜ𑣥𑢩ƵȤ"],
  ["z", "ᴢꮓ𑣄ʐƶȥᵶ"],
  ["7", "𐓒𑣆"],
  ["AA", "Ꜳ"],
  ["AE", "ÆӔ"],
  ["AO", "Ꜵ"],
  ["AU", "Ꜷ"],
  ["AV", "ꜸꜺ"],
  ["AY", "Ꜽ"],
  ["OE", "Œ"],
  ["OO", "ꝎꚘ"],
  ["T3", "Ꜩ"],
  ["aa", "ꜳ"],
  ["ae", "æӕ"],
  ["ao", "ꜵ"],
  ["au", "ꜷ"],
  ["av", "ꜹꜻ"],
  ["ay", "ꜽ"],
  ["dz", "ʣ"],
  ["ll", "ǁ"],
  ["ls", "ʪ"],
  ["lz", "ʫ"],
  ["oe", "œ"],
  ["oo", "ꝏꚙ"],
  ["tf", "ꝷ"],
  ["ts", "ʦ"],
  ["ue", "ᵫ"],
  ["uo", "ꭣ"],
];

/**
 * Characters that look the same only at a glance: small letters shaped like capitals, letters of right-to-left scripts.
 * They fool no one in a word of one script, and anyone within a word of several.
 */
const similar: readonly { script: RegExp; pairs: readonly (readonly [latin: string, alike: string])[] }[] = [
  { script: /\p{Script=Cyrillic}/u, pairs: pairs("b в", "h н", "k к", "m м", "n п", "t т") },
  { script: /\p{Script=Greek}/u, pairs: pairs("b β", "e ε", "n η", "k κ", "m μ", "t τ", "w ω", "z ζ") },
  { script: /\p{Script=Hebrew}/u, pairs: pairs("l ו", "l ן", "o ס", "v ט") },
  { script: /\p{Script=Arabic}/u, pairs: pairs("l ا", "o ه") },
  { script: /\p{Script=Hangul}/u, pairs: pairs("l \u1175", "o \u110b", "o \u11bc") },
  { script: /\p{Script=Han}/u, pairs: pairs("l 丨", "o 口", "t 丅") },
  { script: /\p{Script=Katakana}/u, pairs: pairs("o ロ", "t ト") },
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

/** Marks of scripts that are read without them too; not those of kana, which make another syllable. */
const marks =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** Modifier letters as large as letters, which repeat a syllable or make it longer. */
const sized = /[々〻\u3031-\u3035ゝゞーヽヾๆໆៗꀕꩰ]/u;
/** Scripts in which a mark is a vowel, or changes the letter. */
const markedScripts = nameScripts
  .filter((script) => !/^(?:Latin|Greek|Cyrillic|Hebrew|Arabic|Han|Hangul|Bopomofo)$/.test(script))
  .map(withExtensions);
const extendedScripts = [...markedScripts, withExtensions("Han")];

function withExtensions(script: string): RegExp {
  return new RegExp(String.raw`\p{Script_Extensions=${script}}`, "u");
}

/**
 * Returns the text without marks and modifier letters, except where they belong to the letter before them: no dot of
 * Thai below an m.
 */
function withoutStrays(text: string): string {
  let kept = "";
  let letter = "";
  for (const character of text) {
    const isMark = /\p{M}/u.test(character);
    const isModifier = /\p{Lm}/u.test(character);
    const scripts = isMark ? markedScripts : sized.test(character) ? extendedScripts : [];
    if (!isMark && !isModifier) letter = character;
    if (letter === character || scripts.some((script) => script.test(letter) && script.test(character)))
      kept += character;
  }
  return kept;
}

/** Letters that look like punctuation: ꞏ as a dot, ǃ as a bar. */
const signs = /[ꞌꞏǃᐟᐠᐧᐨᐩᑊᛌⵑ]/gu;
/** Letters and digits that look like punctuation beside a Latin letter: 一 as a dash, ٠ as a dot. */
const dashes = /[ー一\u1173ノ丿丶\u0660\u06f0]+/gu;
const latin = /\p{Script=Latin}/u;

function withoutDashesBesideLatin(text: string): string {
  return text.replace(dashes, (run, at: number) => {
    const [before, after] = [
      Array.from(text.slice(0, at)).at(-1),
      Array.from(text.slice(at + run.length))[0],
    ];
    return latin.test(before ?? "") || latin.test(after ?? "") ? "" : run;
  });
}

/**
 * The skeleton of a look (UTS 39): the same for names that are taken for one another at a glance. Case, separators,
 * accents and other marks make no difference, nor do pairs of letters that look like one.
 */
export function skeletonOf(look: string): string {
  // Marks first: the capital form of the Greek iota below a letter is a letter.
  const letters = withoutStrays(look.normalize("NFKD").replace(marks, ""));
  const folded = foldUsername(letters).normalize("NFKD").replace(marks, "").replace(signs, "");
  return withoutDashesBesideLatin(folded)
    .replace(/[\s._-]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .normalize("NFC");
}

/**
 * The skeletons of the other readings of a look: `cl` is a d, `lVl` and `Nl` are an M, and a d may be `cl`. Names of
 * everyday have these (Clara, Dara), so that only names that need it are compared by them. Twelve at most.
 */
export function otherSkeletonsOf(look: string): string[] {
  const joined = look.replaceAll("cl", "d").replaceAll(/lVl|Nl/g, "M");
  const spread = [...look.matchAll(/d/g)].map(
    ({ index }) => `${look.slice(0, index)}cl${look.slice(index + 1)}`,
  );
  const own = skeletonOf(look);
  return [...new Set([joined, ...spread.slice(0, 11)].map(skeletonOf))].filter((each) => each !== own);
}

/** Small letters above or below the line, which are read or overlooked: ʰ, ₐ. */
const raised =
  /(?=\p{Lm})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Georgian}\p{Script=Tifinagh}]/gu;

/** Letters of other shape that are read as these: in names of their own script they stay what they are. */
const styled = new Map(
  pairs("A Λ", "A ᗩ", "r ɹ", "w ш", "W Ш").map(([plain, alike]): [string, string] => [alike, plain]),
);

/**
 * Returns the looks of the text, also without raised letters, and what words in it that mix scripts may be mistaken for
 * in each of them.
 */
export function toLooks(text: string): string[] {
  const words = text.normalize("NFKC").split(/([ ._])/);
  const read = (as: "latin" | "alike") => words.map((word) => readMixed(word, as)).join("");
  const unraised = text.replace(raised, "") || text;
  const plain = Array.from(text, (letter) => styled.get(letter) ?? letter).join("");
  return [...new Set([text, unraised, plain, read("latin"), read("alike")].map(toLook))];
}

function readMixed(word: string, as: "latin" | "alike"): string {
  const others = similar.filter(({ script }) => script.test(word));
  if (others.length + Number(latin.test(word)) < 2) return word;
  // A Latin letter is like one of each script: the first counts.
  const letters = new Map(
    others
      .flatMap(({ pairs }) => pairs)
      .map(([plain, alike]): [string, string] => (as === "latin" ? [alike, plain] : [plain, alike]))
      .toReversed(),
  );
  return Array.from(word, (letter) => letters.get(letter) ?? letter).join("");
}
