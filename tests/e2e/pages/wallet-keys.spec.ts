/** The keys of a wallet: the phrase stays in the page while it is made, backed up, passed on and typed again. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { open } from "#tests/fixtures/open.ts";
import { section, toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const password = "a long wallet password";

/** Everything that this page sends: addresses, headers and bodies. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => sent.push(String(payload)));
  });
  return sent;
}

/** Two words of the phrase beside each other, in any form, are a leak; a single one may be a word of any sentence. */
function findWords(texts: readonly string[], words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, at) => new RegExp(`${words[at]}[^a-z]{1,12}${word}`, "i"));
  return texts.filter((text) => pairs.some((pair) => pair.test(text)));
}

const keptIn = (page: Page) =>
  page.evaluate(() => [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    location.href,
    JSON.stringify(history.state),
  ]);

test("a phrase is created by keyboard, backed up and typed again, and no request has its words", async ({
  visit,
  newPerson,
}) => {
  test.slow();
  const person = await newPerson("Keykeeper");
  const { page } = await visit({ as: person });
  const sent = listenTo(page);
  await open(page, "/tokens");
  const keys = section(page, "Keys");
  await keys.getByRole("button", { name: "Create a Recovery Phrase" }).press("Enter");
  await expect(keys.getByRole("heading", { name: "Your Recovery Phrase" })).toBeFocused();
  await expect(keys.getByRole("list", { name: "The 12 words" })).toHaveCount(0);
  await keys.getByRole("button", { name: "Show the Words" }).press("Enter");
  const list = keys.getByRole("list", { name: "The 12 words" });
  await expect(list).toBeFocused();
  const words = (await list.getByRole("listitem").allTextContents()).map((text) => text.replace(/^\d+/, ""));
  expect(words).toHaveLength(12);
  await expectAccessible(page);
  await keys.getByRole("button", { name: "I Have Written Them Down" }).press("Enter");
  await expect(list).toHaveCount(0);

  await test.step("three words are asked back, and a wrong one is named", async () => {
    const fields = keys.getByRole("textbox");
    await expect(fields).toHaveCount(3);
    for (const field of await fields.all()) {
      await expect(field).toHaveAttribute("autocomplete", "off");
      await field.fill("wrong");
    }
    await page.keyboard.press("Enter");
    await expect(keys.getByText(/^That is not word \d+/)).toHaveCount(3);
    for (const field of await fields.all()) {
      const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? "");
      await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
    }
    await page.keyboard.press("Enter");
    await expect(toast(page, "Your wallet has its key.")).toBeVisible();
  });

  await test.step("the backup is encrypted with a wallet password", async () => {
    await keys.getByRole("button", { name: "Make a Backup" }).press("Enter");
    await keys.getByRole("checkbox", { name: "A passkey of your account" }).uncheck();
    await keys.getByRole("checkbox", { name: "A wallet password" }).check();
    await keys.getByLabel("Wallet password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(toast(page, "The encrypted backup is stored.")).toBeVisible();
    await expect(keys.getByText(/^An encrypted backup of/)).toBeVisible();
    await expect(keys.getByText("THIS DEVICE")).toBeVisible();
    await expectAccessible(page);
  });

  const { page: second } = await visit({ as: person });
  const alsoSent = listenTo(second);
  await test.step("another browser opens the backup, and one more takes the typed words", async () => {
    await open(second, "/tokens");
    const there = section(second, "Keys");
    await there.getByRole("button", { name: "Add This Device" }).press("Enter");
    await there.getByRole("button", { name: "Type the 12 Words" }).press("Enter");
    for (const [at, word] of words.with(4, "misspeled").entries())
      await there.getByRole("combobox", { name: `Word ${at + 1}`, exact: true }).fill(word);
    await there.getByRole("button", { name: "Continue" }).press("Enter");
    await expect(there.getByText("Word 5 is not in the word list. Check its spelling.")).toBeVisible();
    await there.getByRole("combobox", { name: "Word 5", exact: true }).fill(words[4] ?? "");
    await there.getByRole("button", { name: "Continue" }).press("Enter");
    await expect(toast(second, "This device can sign tips now.")).toBeVisible();
    await there.getByRole("button", { name: "Renew Backup" }).press("Enter");
    await there.getByRole("button", { name: "Open Backup with Wallet Password" }).press("Enter");
    await there.getByLabel("Wallet password", { exact: true }).fill(password);
    await second.keyboard.press("Enter");
    await expect(there.getByRole("heading", { name: "Encrypted Backup" })).toBeVisible();
  });

  expect(sent.some((text) => text.includes("sharedSecrets/generateKeys"))).toBe(true);
  expect(findWords([...sent, ...alsoSent], words)).toEqual([]);
  expect(findWords([...(await keptIn(page)), ...(await keptIn(second))], words)).toEqual([]);
  for (const text of [...sent, ...alsoSent]) expect(text).not.toContain(password);
});
