/** Whether a file of Wikimedia Commons may be shown, and with which words. Pure. In doubt it may not. */

import type { CommonsFile } from "#app/domains/people/integrations/commons/answers.ts";
import type { PhotoCredit } from "#db/schema/index.ts";
import { plainAuthor } from "./plain-author.ts";

/** Media types of artists' pictures; drawings that are no bitmaps are logos. */
const types: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/tiff"]);

/** Null: it is no picture, not free, about to be deleted, or its author has to be named and is not known. */
export function creditOf({ title, mime, said }: CommonsFile): PhotoCredit | null {
  const license = readLicense(said.LicenseShortName, said.LicenseUrl);
  const isRefused = isTrue(said.NonFree) || said.DeletionReason !== "" || Number(said.AuthorCount) > 1;
  if (license === null || isRefused || !types.has(mime)) return null;
  const author = plainAuthor(said.Attribution) ?? plainAuthor(said.Artist);
  if (author === null && (license.namesAuthor || isTrue(said.AttributionRequired))) return null;
  return { author, license: license.name, licenseUrl: license.url, source: pageOf(title) };
}

const isTrue = (said: string) => /^(?:true|1|yes)$/i.test(said);

const pageOf = (title: string) =>
  `https://commons.wikimedia.org/wiki/${encodeURIComponent(title.replaceAll(" ", "_")).replace("%3A", ":")}`;

interface License {
  name: string;
  url: string | null;
  /** It asks for the name of the author. */
  namesAuthor: boolean;
}

/** Null for one that is not free or not known. The address is made here: what a page says leads nowhere. */
function readLicense(name: string, address: string): License | null {
  if (/^(?:public domain|pd)$/i.test(name)) return { name: "public domain", url: null, namesAuthor: false };
  if (/^cc0(?: 1\.0)?$/i.test(name))
    return { name: "CC0", url: `${home}/publicdomain/zero/1.0/`, namesAuthor: false };
  const [, kind, version, country] =
    /^cc[ -](by(?:-sa)?)[ -](\d\.\d)(?:[ -]([a-z]{2,4}))?$/.exec(name.toLowerCase()) ?? [];
  if (kind === undefined || version === undefined) return null;
  const path = ["licenses", kind, version, ...(country === undefined ? [] : [country])].join("/");
  // Name and address that differ: one of them is wrong.
  if (address !== "" && !isBelow(address, `/licenses/${kind}/${version}/`)) return null;
  const words = [
    `CC ${kind.toUpperCase()}`,
    version,
    ...(country === undefined ? [] : [country.toUpperCase()]),
  ];
  return { name: words.join(" "), url: `${home}/${path}/`, namesAuthor: true };
}

const home = "https://creativecommons.org";

function isBelow(address: string, path: string): boolean {
  const url = URL.parse(address, home);
  return (
    url !== null &&
    /^(?:www\.)?creativecommons\.org$/.test(url.hostname) &&
    `${url.pathname}/`.startsWith(path)
  );
}
