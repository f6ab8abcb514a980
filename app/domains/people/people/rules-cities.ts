/** Letters that do not decompose into a plain letter and a mark, with their plain spelling. */
const plain: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  þ: "th",
  ə: "a",
};
const special = new RegExp(`[${Object.keys(plain).join("")}]`, "g");

/** A place's name as it is searched: lower case, without accents, marks or punctuation; "" where nothing is left. */
export function foldPlace(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter)
    .replace(/['’ʻʼ`´]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** "Portland, Oregon, United States"; without a region that has the same name or is unknown. */
export function toCityLabel({
  name,
  region,
  country,
}: {
  name: string;
  region: string;
  country: string;
}): string {
  const parts = [name, region, countryNames.of(country) ?? country];
  return parts.filter((part, index) => part !== "" && parts.indexOf(part) === index).join(", ");
}
