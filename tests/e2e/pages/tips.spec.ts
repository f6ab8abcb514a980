/** A tip, from the button beside Cheer to the performer's dashboard. */
import { AdminError, callOperator, localAccess } from "#scripts/admin/operator-call.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { confirmEmail } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const minuteMs = 60_000;

/** Tokens from the operators; false where this instance cannot grant any. */
async function grant(cue: CueInstance, user: string, amount: number): Promise<boolean> {
  const body = { user, amount, reason: "a journey" };
  const command = { call: "tokens/grant", body, origin: undefined };
  try {
    await callOperator(command, localAccess(cue.state));
    return true;
  } catch (error) {
    if (error instanceof AdminError && error.code === "not-found") return false;
    throw error;
  }
}

test("a tip reaches the performer once, through a lost answer and a reload", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|status of 50\d|status of 404/);
  const [theo, ada] = [await newPerson("Theo"), await newPerson("Ada")];
  confirmEmail(cue, ada.id);
  test.skip(!(await grant(cue, ada.username, 120)), "no tokens can be granted");
  // A grant is a claim: it is claimed like all others.
  await ada.get("/api/sharedSecrets/claimTokens");
  const ingest = await cue.makePerformer(theo.username);
  const stage = await cue.createStage({ name: "Cellar", manager: manager.username, isOnDemand: false });
  const { id: set } = await cue.createSet({
    stage: stage.id,
    performer: theo.username,
    name: "Low Ceilings",
    startsAt: Date.now() - minuteMs,
    endsAt: Date.now() + 30 * minuteMs,
  });
  const { page: desk } = await visit({ as: theo });
  await desk.goto(`/djs/live-dashboard/${set}`);
  await broadcast({ ...ingest, format: "mp3", track: 1 });
  await expect(desk.getByRole("region", { name: "Status" })).toContainText("LIVE");
  await expect(desk.getByRole("region", { name: "Tips" })).toContainText("No tips yet");

  const { page } = await visit({ as: ada });
  const stagePage = new StagePage(page, "Cellar");
  await stagePage.open(`/room/${stage.id}`);
  // The first answer is lost: it is sent again under the same id.
  let attempts = 0;
  const ids = new Set<string>();
  await page.route("**/api/tokens/tip", async (route) => {
    attempts += 1;
    ids.add((route.request().postDataJSON() as { id: string }).id);
    if (attempts > 1) return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  const live = page.getByRole("region", { name: "Live" });
  await live.getByRole("button", { name: "Tip", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Tip Theo/ });
  await expect(dialog).toContainText("You have 120 tokens.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Tip 25 to Theo/ }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(live.getByRole("button", { name: "Tip Sent" })).toBeVisible();
  expect([attempts, ids.size]).toEqual([2, 1]);

  const tips = desk.getByRole("region", { name: "Tips" });
  await expect(tips.getByRole("listitem")).toHaveText(new RegExp(`${ada.username}.*25 tokens`));
  const row = page.getByRole("log", { name: "Messages" }).getByText("25 tokens");
  await expect(row).toHaveCount(1);
  await page.reload();
  await expect(row).toHaveCount(1);
  await expect(live.getByRole("button", { name: "Tip", exact: true })).toBeVisible();
  await expect(tips.getByRole("listitem")).toHaveCount(1);
  await expect(desk.getByRole("region", { name: "Audience" })).toContainText("tokens tipped25");
});
