/** Names of charsets, as standards and programs write them. Safe for browsers. */

/** Labels that programs write beside those of the Encoding standard, without separators: code pages, Python, Java. */
const otherLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "866": "ibm866",
    "874": "windows-874",
    "932": "shift_jis",
    "936": "gbk",
    "949": "euc-kr",
    "950": "big5",
    "65001": "utf-8",
    ansi: "windows-1252",
    big5hkscs: "big5",
    euccn: "gbk",
    eucjp: "euc-jp",
    euckr: "euc-kr",
    iso2022jp: "iso-2022-jp",
    koi8ru: "koi8-u",
    latin7: "iso-8859-13",
    latin8: "iso-8859-14",
    latin9: "iso-8859-15",
    latin10: "iso-8859-16",
    maccyrillic: "x-mac-cyrillic",
    macroman: "macintosh",
    sjis: "shift_jis",
    uhc: "euc-kr",
  }),
);
const codePage = /^x?(?:cp|windows|win|ms|ibm|dos)?(\d{3,5})$/;
const isoPart = /^(?:iso)?8859(\d{1,2})$/;
const maxLabel = 40;

/** The encoding's name in the Encoding standard; null for a label that nobody knows. */
export function findEncoding(label: string): string | null {
  const written = label
    .slice(0, maxLabel)
    .replace(/["'\s]/g, "")
    .toLowerCase();
  const compact = written.replace(/[^a-z\d]/g, "");
  const [, page = ""] = codePage.exec(compact) ?? [];
  const [, part] = isoPart.exec(compact) ?? [];
  const labels = [
    written,
    written.replaceAll("_", "-"),
    compact,
    otherLabels.get(compact) ?? otherLabels.get(page),
    `windows-${page}`,
    part && `iso-8859-${part}`,
  ];
  for (const each of labels) {
    const name = each === undefined ? null : encodingOf(each);
    if (name !== null) return name;
  }
  return null;
}

function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
