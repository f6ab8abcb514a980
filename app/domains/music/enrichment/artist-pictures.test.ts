import { expect, test } from "vitest";
import type { CommonsFile } from "#app/domains/people/integrations/commons/answers.ts";
import { keyArtists } from "./credited-artists.ts";
import { creditOf } from "./picture-credit.ts";
import { readPictureLinks } from "./picture-links.ts";
import { maxAuthor, plainAuthor } from "./plain-author.ts";

const none = {
  Artist: "Jo Park",
  Attribution: "",
  AttributionRequired: "",
  AuthorCount: "",
  DeletionReason: "",
  LicenseShortName: "CC BY-SA 4.0",
  LicenseUrl: "https://creativecommons.org/licenses/by-sa/4.0",
  NonFree: "",
};
const file = (said: Partial<CommonsFile["said"]>, mime = "image/jpeg"): CommonsFile => ({
  title: "File:Ana & Bo 50%.jpg",
  mime,
  address: "https://upload.wikimedia.org/a.jpg",
  said: { ...none, ...said },
});

test.each([
  ["CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0", "CC BY-SA 4.0", "by-sa/4.0/"],
  ["CC BY 2.0", "http://creativecommons.org/licenses/by/2.0/deed.en", "CC BY 2.0", "by/2.0/"],
  ["CC-BY-SA-3.0-de", "//creativecommons.org/licenses/by-sa/3.0/de/", "CC BY-SA 3.0 DE", "by-sa/3.0/de/"],
  ["CC BY 1.0", "", "CC BY 1.0", "by/1.0/"],
])("%s is free, and its author is named", (LicenseShortName, LicenseUrl, license, path) => {
  expect(creditOf(file({ LicenseShortName, LicenseUrl }))).toEqual({
    author: "Jo Park",
    license,
    licenseUrl: `https://creativecommons.org/licenses/${path}`,
    source: "https://commons.wikimedia.org/wiki/File:Ana_%26_Bo_50%25.jpg",
  });
  expect(creditOf(file({ LicenseShortName, LicenseUrl, Artist: "Unknown author" }))).toBeNull();
});

test("what is in the public domain needs no author, unless its page asks for one", () => {
  const free = { LicenseShortName: "Public domain", LicenseUrl: "", Artist: "" };
  expect(creditOf(file(free))).toMatchObject({ author: null, license: "public domain", licenseUrl: null });
  expect(creditOf(file({ ...free, LicenseShortName: "CC0" }))).toMatchObject({
    license: "CC0",
    licenseUrl: "https://creativecommons.org/publicdomain/zero/1.0/",
  });
  expect(creditOf(file({ ...free, AttributionRequired: "true" }))).toBeNull();
});

test.each([
  ...[
    "",
    "CC BY-NC 4.0",
    "CC BY-ND 2.0",
    "CC BY-NC-SA 3.0",
    "CC BY",
    "CC BY-SA 4.0 and more",
    "GFDL",
    "FAL",
  ].map((LicenseShortName) => ({ LicenseShortName, LicenseUrl: "" })),
  { LicenseShortName: "No restrictions", LicenseUrl: "https://www.flickr.com/commons/usage/" },
  // Its name and its address are two licenses.
  { LicenseUrl: "https://creativecommons.org/licenses/by-nc-sa/4.0" },
  { LicenseUrl: "https://creativecommons.org.example.com/licenses/by-sa/4.0" },
  { NonFree: "true" },
  { DeletionReason: "Copyright violation" },
  { AuthorCount: "2" },
  { Artist: "" },
])("in doubt there is no picture: %o", (said) => {
  expect(creditOf(file(said))).toBeNull();
});

test("a drawing, a film and a sound are no pictures", () => {
  for (const mime of ["image/svg+xml", "image/gif", "video/webm", "audio/ogg", "application/pdf"])
    expect(creditOf(file({}, mime))).toBeNull();
});

test.each([
  ['<a href="//commons.wikimedia.org/wiki/User:Jo" title="User:Jo">Jo  Park</a>', "Jo Park"],
  ["<script>alert(1)</script><bdi><a href=javascript:alert(1)>Jo</a></bdi>", "Jo"],
  ["<img src=x onerror=alert(1)>Jo<style>a{}</style><!-- Bo -->", "Jo"],
  ["Jo &amp; B&#246; &lt;b&gt;", "Jo & Bö <b>"],
  ["<p>Jo Park</p><p>Ulm</p>", "Jo Park Ulm"],
  ['Jo<span style="display:none;">Jo</span>', "Jo"],
  ["Jo \u202eevil\u202c &#0;&#x202e;&#99999999;", "Jo evil &#99999999;"],
  ["Jo <a href='", "Jo"],
  ['<span>Unknown author</span><span style="display: none">Unknown author</span>', null],
  ["Jo <3 <span hidden style=display:none><span>a</span>b</span>Bo", "Jo <3 Bo"],
  ["<script>a</SCRIPT >Jo<textarea>Bo", "Jo"],
  ["İ<B>Jo</B>", "İJo"],
  ["Anonymous", null],
  ["No machine-readable author provided. Jo assumed.", null],
  ["  <br> ", null],
])("the author in %s is plain text", (html, author) => {
  expect(plainAuthor(html)).toBe(author);
});

test("a long author is shortened, never within a character", () => {
  const author = plainAuthor("👩‍🎤".repeat(200)) ?? "";
  expect(Array.from(author)).toHaveLength(maxAuthor);
  expect(author).toMatch(/…$/);
  expect(author.isWellFormed()).toBe(true);
  expect(plainAuthor("<".repeat(100_000))).toHaveLength(maxAuthor);
});

test("an author who says how they want to be named is named so", () => {
  expect(creditOf(file({ Attribution: "Photo by <b>J. Park</b>" }))?.author).toBe("J. Park");
});

test("artists are known by their own names and by those of their credits, unless two have one", () => {
  const [ana, bo, other] = ["1", "2", "3"];
  const credit = (id: string, ...names: string[]) => ({ id, names });
  expect(keyArtists([credit(ana, "Ana", "ANA & Co"), credit(bo, "Bo")])).toEqual([
    { key: "ana", musicbrainz: ana },
    { key: "ana and co", musicbrainz: ana },
    { key: "bo", musicbrainz: bo },
  ]);
  expect(keyArtists([credit(ana, "Ana"), credit(other, "Ana", "A.")])).toEqual([
    { key: "a.", musicbrainz: other },
  ]);
});

test("of an artist's pages elsewhere, a file at Commons and the one item at Wikidata count", () => {
  const image = (address: string) => ({ type: "image", address });
  const item = (address: string) => ({ type: "wikidata", address });
  expect(
    readPictureLinks([
      { type: "official homepage", address: "https://ana.example/" },
      image("https://ana.example/File:Ana.jpg"),
      image("https://commons.wikimedia.org/wiki/File:Ana_Mo_%C3%A0_Ulm.jpg"),
      item("https://www.wikidata.org/wiki/Q42"),
    ]),
  ).toEqual({ file: "Ana Mo à Ulm.jpg", item: "Q42" });
  expect(
    readPictureLinks([item("https://www.wikidata.org/wiki/Q42"), item("https://www.wikidata.org/wiki/Q43")]),
  ).toEqual({ file: null, item: null });
  for (const name of ["A%7CB.jpg", "%", "%00", "", "a".repeat(300)])
    expect(readPictureLinks([image(`https://commons.wikimedia.org/wiki/File:${name}`)]).file).toBeNull();
});
