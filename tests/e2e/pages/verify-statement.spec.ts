/** A statement is checked in the page: what holds, what does not, and without a network. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { chain, movesOf, signerOf, statementOf } from "#tests/helpers/statements.ts";

const entries = chain(movesOf(1_203));

async function files() {
  const signer = await signerOf(1);
  const asFile = (name: string, content: unknown) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
  });
  const whole = await statementOf(entries, signer);
  return {
    publicKey: signer.publicKey,
    whole: asFile("cue-tokens-2026-11-23.json", whole),
    changed: asFile("changed.json", {
      ...whole,
      entries: entries.with(16, { ...entries[16], amount: 999 } as never),
    }),
    earlier: asFile("earlier.json", await statementOf(entries.slice(0, 5), signer)),
    other: asFile("letter.json", "Dear fan, …"),
  };
}

type GivenFile = Awaited<ReturnType<typeof files>>["whole"];
const choose = async (page: Page, action: string, file: GivenFile) => {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: action, exact: true }).press("Enter");
  await (await chosen).setFiles(file);
};
for (const size of ["phone", "desktop"] as const)
  test(`a statement is checked on a ${size}, with the keyboard and without a network`, async ({
    visit,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    const { publicKey, whole, changed, earlier, other } = await files();
    const { page } = await visit({ phone: size === "phone" });
    await page.goto("/tokens/verify");
    await expect(page.getByText("No statement is chosen yet")).toBeVisible();
    const key = page.getByRole("textbox", { name: /Public key/ });
    await expect(key).toHaveAttribute("placeholder", /^[0-9a-f]{64}$/);

    const result = page.getByRole("status").filter({ hasText: "statement" });
    await choose(page, "Choose Statement", whole);
    await expect(result).toContainText("The signature is not from this site.");
    await expect(result).toContainText("https://radio.example");

    await page.context().setOffline(true);
    await key.fill(publicKey);
    await expect(result).toContainText("This statement is valid: nothing in it was changed.");
    await expect(result).toContainText("21,045 tokens");
    await expect(result).toContainText("1,203");

    await choose(page, "Choose Earlier Statement", earlier);
    await expect(result).toContainText("it continues the earlier one");
    await choose(page, "Choose Statement", changed);
    await expect(result).toContainText("Entry 17 was changed.");
    await expect(result).toContainText("The balance is not the sum of the entries.");
    await expectAccessible(page);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
    await expectAccessible(page);

    await choose(page, "Choose Statement", other);
    await expect(result).toContainText("This is not a statement of a wallet.");
    await page.getByRole("button", { name: "Remove letter.json" }).press("Enter");
    await expect(page.getByText("No statement is chosen yet")).toBeVisible();
    await key.fill("hello");
    await expect(page.getByText("A key has 64 characters")).toBeVisible();
  });
