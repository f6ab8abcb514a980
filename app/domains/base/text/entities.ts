/** HTML entities in texts that are no HTML: programs copy titles from web pages. */

/** The names of the characters from U+00A0 on, in their order. */
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(
    /\s+/u,
  );

/** Those that HTML needs itself, and the signs and letters of names. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({
    amp: "&",
    AMP: "&",
    apos: "'",
    gt: ">",
    GT: ">",
    lt: "<",
    LT: "<",
    quot: '"',
    QUOT: '"',
    num: "#",
    lpar: "(",
    rpar: ")",
    excl: "!",
    ndash: "–",
    mdash: "—",
    hyphen: "‐",
    lsquo: "‘",
    rsquo: "’",
    sbquo: "‚",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    lsaquo: "‹",
    rsaquo: "›",
    prime: "′",
    Prime: "″",
    bull: "•",
    hellip: "…",
    trade: "™",
    euro: "€",
    infin: "∞",
    hearts: "♥",
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
    Zcaron: "Ž",
    zcaron: "ž",
    Ccaron: "Č",
    ccaron: "č",
    Yuml: "Ÿ",
    ensp: " ",
    emsp: " ",
    thinsp: " ",
  }),
]);

/**
 * The text with its entities as characters, once: `&amp;amp;` becomes `&amp;`. Unknown ones, and an `&` of a name such as
 * “R&B;”, stay as they are written.
 */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,7}));/giu,
    (whole, hex?: string, decimal?: string, name?: string) =>
      (name === undefined
        ? characterAt(Number.parseInt(hex ?? decimal ?? "", hex ? 16 : 10))
        : named.get(name)) ?? whole,
  );
}

const windows1252 = new TextDecoder("windows-1252");

/**
 * Returns a character as HTML has it: numbers of control characters mean those of Windows-1252: `&#146;` is an
 * apostrophe.
 */
function characterAt(code: number): string | undefined {
  if (code > 0x10_ff_ff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return code >= 0x80 && code < 0xa0 ? windows1252.decode(Uint8Array.of(code)) : String.fromCodePoint(code);
}
