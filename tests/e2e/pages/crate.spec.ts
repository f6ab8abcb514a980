/** A performer's crate: files are read in the browser, and nothing of their sound leaves it. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { makeAudioFiles } from "#tests/fixtures/audio-files.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirm } from "#tests/fixtures/managed-stage.ts";
import { open } from "#tests/fixtures/open.ts";
import { toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { encodeText } from "#tests/helpers/encode-text.ts";

const choose = (page: Page, files: string[]) =>
  page.getByLabel("Audio files", { exact: true }).setInputFiles(files);
const progress = (page: Page) => page.getByRole("progressbar", { name: "Files in your crate" });

/** Every byte that the browser sends from here on, workers included. */
function watchWire(context: BrowserContext): Buffer[] {
  const sent: Buffer[] = [];
  context.on("request", (request) => {
    const body = request.postDataBuffer();
    if (body !== null) sent.push(body);
  });
  return sent;
}

/** Whether a part of the file is in the text, as it is or as Base64 of any alignment. */
function isPartOf(file: Buffer, body: Buffer): boolean {
  for (let at = 4_096; at + 48 <= file.length; at += Math.max(1_024, Math.floor(file.length / 200))) {
    const part = file.subarray(at, at + 48);
    // Silence and padding are in every file.
    if (new Set(part).size < 12) continue;
    if (body.includes(part)) return true;
    for (const shift of [0, 1, 2])
      if (body.includes(part.subarray(shift, shift + 36).toString("base64"))) return true;
  }
  return false;
}

test("files of every kind become a crate, and only numbers and tags are sent", async ({
  cue,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Crate Digger");
  await cue.makePerformer(person.username);
  const tags = {
    artist: "Ada",
    title: "Tides",
    publisher: "Engine",
    composer: "A. Lovelace",
    TSRC: "USRC17607839",
  };
  const files = makeAudioFiles([
    { name: "one.mp3", seed: 1, seconds: 40, tags },
    { name: "02 Bo - Second.wav", seed: 2, seconds: 30, tags: {} },
    { name: "three.flac", seed: 3, seconds: 30, tags: { artist: "Cy", title: "Third" } },
    { name: "four.ogg", seed: 4, seconds: 30, tags: { artist: "Di", title: "Fourth" } },
    { name: "five.opus", seed: 5, seconds: 30, tags: { artist: "Ed", title: "Fifth" } },
    { name: "six.aiff", seed: 6, seconds: 30, tags: {} },
    { name: "seven.mp3", seed: 7, seconds: 30, tags: {} },
    // The music of the first one, as another file.
    { name: "Ada - Tides again.flac", seed: 1, seconds: 40, tags: {} },
  ]);
  const folder = dirname(files[0] ?? "");
  // A tag that does not say its charset.
  const oldTag = new Uint8Array(128);
  oldTag.set(encodeText("TAGЯнтарь", "windows-1251"));
  oldTag.set(encodeText("Нора Вейл", "windows-1251"), 33);
  appendFileSync(join(folder, "seven.mp3"), oldTag);
  const broken = join(folder, "broken.mp3");
  writeFileSync(broken, "this is no music ".repeat(5_000));
  const notes = join(folder, "notes.txt");
  writeFileSync(notes, "no audio");

  const { page, context } = await visit({ as: person, computes: true });
  await open(page, "/djs");
  await page.getByRole("link", { name: "Your Crate" }).click();
  await expect(page.getByText("Your crate is empty")).toBeVisible();
  await expectAccessible(page);
  const sent = watchWire(context);
  await choose(page, [...files, broken, notes]);
  await expect(progress(page)).toHaveAttribute("value", "8", { timeout: 60_000 });
  // The names of the ninth are a guess: they are shown before they are sent, and can be read otherwise.
  const names = page.getByRole("region", { name: "Check these names" });
  await expect(names).toContainText("Янтарь");
  await names.getByRole("combobox", { name: "Encoding" }).selectOption("windows-1252");
  await expect(names).toContainText("Íîðà Âåéë");
  await names.getByRole("combobox", { name: "Encoding" }).selectOption("Detected for each file");
  await expectAccessible(page);
  expect(sent.some((body) => body.includes("Янтарь") || body.includes("ßíòàðü"))).toBe(false);
  await names.getByRole("button", { name: "Add 1 Track" }).click();
  await expect(page.getByRole("checkbox", { name: /Янтарь.*Нора Вейл/ })).toBeVisible();
  await expect(progress(page)).toHaveAttribute("value", "9");
  await expect(page.getByText("One file was skipped")).toBeVisible();
  await expect(page.getByText("One file failed")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Tides.*Ada.*Engine/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Second.*Bo/ })).toBeVisible();
  for (const title of ["Third", "Fourth", "Fifth", "six"])
    await expect(page.getByRole("checkbox", { name: title })).toBeVisible();
  await expect(page.getByText(/The same recording as/)).toHaveCount(1);

  const audio = files.map((path) => readFileSync(path));
  const bytes = (all: Buffer[]) => all.reduce((sum, { length }) => sum + length, 0);
  expect(bytes(sent)).toBeGreaterThan(1_000);
  expect(bytes(sent)).toBeLessThan(0.05 * bytes(audio));
  for (const file of audio) for (const body of sent) expect(isPartOf(file, body)).toBe(false);
  // A local copy asks its simulator of AcoustID.
  const prints = sent.flatMap((body) => body.toString().match(/"fingerprint":"AQ[\w-]+"/g) ?? []);
  expect(prints).toHaveLength(8);

  await page.getByLabel("Search").fill("engine TID");
  await expect(page.getByText("1 track", { exact: true })).toBeVisible();
  await page.getByLabel("Search").fill("");
  await page.getByRole("checkbox", { name: "Third" }).check();
  await page.getByRole("checkbox", { name: "Fourth" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete 2" }).click();
  await confirm(page, "Delete Tracks");
  await expect(toast(page, "Tracks deleted")).toBeVisible();
  await page.reload();
  await expect(page.getByText("6 tracks", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Third" })).toHaveCount(0);
});

test("a run that a reload ended goes on with the same files, without reading those that are done", async ({
  cue,
  visit,
  newPerson,
  allowConsole,
}) => {
  // The call that is cut off.
  allowConsole(/Failed to load resource|ERR_FAILED/);
  const person = await newPerson("Crate Returner");
  await cue.makePerformer(person.username);
  const files = makeAudioFiles(
    [11, 12, 13, 14, 15].map((seed) => ({ name: `Nr - Track ${seed}.mp3`, seed, seconds: 20 })),
  );
  const { page } = await visit({ as: person, phone: true, theme: "light", computes: true });
  await open(page, "/djs/crate");
  await choose(page, files.slice(0, 2));
  await expect(progress(page)).toHaveAttribute("value", "2", { timeout: 60_000 });

  await page.route("**/api/crate/add", (route) => route.abort());
  await choose(page, files);
  await expect(page.getByText("Your crate cannot be reached right now")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("You left when 2 of 5 files were done.")).toBeVisible();
  await expectAccessible(page);

  await page.unroute("**/api/crate/add");
  const added = page.waitForRequest("**/api/crate/add");
  await choose(page, files);
  expect((await added).postDataJSON()).toMatchObject({
    tracks: ["Track 13", "Track 14", "Track 15"].map(() => ({ artists: ["Nr"] })),
  });
  await expect(page.getByText("Done. 2 were already in your crate.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("5 tracks", { exact: true })).toBeVisible();
});
