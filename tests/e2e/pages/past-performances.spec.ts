/** Performances without a set: on a profile and on an on-demand stage, listed, opened, and their tracklists corrected. */
import { localAccess } from "#scripts/admin/operator-call.ts";
import { connectRecorder } from "#scripts/demo/past/recorder.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { addHeard } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { soundOf } from "#tests/helpers/tapes.ts";

const minuteMs = 60_000;
const lengthMs = 3 * minuteMs;

/**
 * Three minutes that are recorded: two titles of the encoder, and something that nobody has named. Returns the path of
 * the replay.
 */
async function perform(
  cue: CueInstance,
  of: { id: string; performerId: string; stageId: string | null; startsAt: number },
  isWithoutSet = true,
): Promise<string> {
  const { id, startsAt } = of;
  addHeard(cue, { ...of, endsAt: startsAt + lengthMs, isWithoutSet }, [
    { artist: "Nina", title: `Sinnerman ${id}`, from: 0, to: 1 },
    { artist: "Bad", title: `Tag ${id}`, from: 1, to: 2 },
    { from: 2, to: 2.5 },
  ]);
  const { origin, key } = localAccess(cue.state);
  const recorder = connectRecorder(origin, key, 0);
  const broadcast = isWithoutSet ? id : `heard.${id}`;
  await recorder.send(broadcast, soundOf("p", startsAt, 0, lengthMs / 1_000));
  await recorder.end(broadcast);
  return `/replay/${broadcast}`;
}

test("what was on a profile is listed there, opens with its tracklist, and its performer corrects it", async ({
  cue,
  newPerson,
  visit,
}) => {
  test.setTimeout(120_000);
  const [performer, fan] = [await newPerson("Ada"), await newPerson("Fan")];
  await cue.makePerformer(performer.username);
  const id = `profile-night-${performer.id}`;
  await perform(cue, { id, performerId: performer.id, stageId: null, startsAt: Date.now() - 90 * minuteMs });

  const listener = await visit({ as: fan, phone: true });
  await open(listener.page, `/profile/${performer.id}`);
  const recent = listener.page.getByRole("region", { name: "Recent Performances" });
  const name = `${performer.username} live`;
  await expect(recent.getByRole("listitem")).toContainText("On their profile");
  await expectAccessible(listener.page);
  await recent.getByRole("link", { name, exact: true }).click();
  await expect(listener.page).toHaveURL(`/replay/${id}`);
  const seen = listener.page.getByRole("region", { name: "Tracklist" });
  await expect(seen).toContainText(/Sinnerman.*Tag.*Unnamed, 2:00–2:30/s);
  await expect(listener.page.getByRole("button", { name: "Edit Tracklist" })).toHaveCount(0);
  await listener.page.getByRole("button", { name: "Suggest a name for 2:00–2:30" }).click();
  await listener.page.getByRole("combobox", { name: "Artist" }).fill("Cy");
  await listener.page.getByRole("combobox", { name: "Title" }).fill(`White Label ${id}`);
  await expectAccessible(listener.page);
  await listener.page.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(seen).toContainText("You suggested Cy – White Label");

  const { page } = await visit({ as: performer });
  await open(page, `/profile/performances/${performer.id}`);
  await page.getByRole("link", { name: `Edit Tracklist of ${name}` }).click();
  await expect(page).toHaveURL(`/replay/${id}?tracklist=edit`);
  const list = page.getByRole("region", { name: "Tracklist" });
  await expect(list).toContainText("Heard 3 of 3 min, named 2.");
  const lines = list.getByRole("list", { name: "Lines" }).locator("> li > button");
  await expect(lines).toHaveCount(3);
  for (const file of ["CSV", "CUE Sheet", "Text", "JSON"])
    await expect(list.getByRole("link", { name: file })).toHaveAttribute("href", /\/api\/tracklist\//);
  await expect(list.getByRole("button", { name: "Add Your History File" })).toBeVisible();
  await expectAccessible(page);
  await lines.nth(2).click();
  await page.getByRole("button", { name: "Accept Cy – White Label" }).click();
  await lines.nth(1).click();
  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Artist" }).fill("Bo");
  await page.getByRole("combobox", { name: "Title" }).fill(`Right ${id}`);
  await page.getByRole("button", { name: "Save Name" }).click();
  await expect(list.getByText("All corrections are saved.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(`/replay/${id}`);
  await expect(list.getByRole("listitem")).toHaveText([/Sinnerman/, /Right/, /White Label/]);
  await expect(list.getByRole("button", { name: /^Play Right .* from 1:00$/ })).toBeVisible();
  await expectAccessible(page);
  await listener.page.reload();
  await expect(seen).toContainText(/Right.*Bo.*White Label.*Cy/s);
});

test("an on-demand stage lists what named performers played there", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Bo");
  await cue.makePerformer(performer.username);
  const name = `Lounge ${performer.username.split(" ").at(-1)}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const id = `lounge-night-${performer.id}`;
  const startsAt = Date.now() - 90 * minuteMs;
  await perform(cue, { id, performerId: performer.id, stageId: stage.id, startsAt });
  const { page } = await visit({ as: manager });
  await open(page, `/room/${stage.id}`);
  await page.getByRole("tab", { name: "Past Performances" }).click();
  const row = page.getByRole("tabpanel").getByRole("listitem");
  await expect(row).toContainText(`${performer.username} live`);
  await expectAccessible(page);
  await row.getByRole("link", { name: `Play ${performer.username} live again` }).click();
  // Its managers correct it too.
  await page.getByRole("button", { name: "Edit Tracklist" }).click();
  const list = page.getByRole("region", { name: "Tracklist" });
  await expect(list.getByRole("list", { name: "Lines" }).locator("> li > button")).toHaveCount(3);
  await expect(list.getByRole("button", { name: "Add Your History File" })).toHaveCount(0);
});

test("a recorded set is one page at the address of its set and of its recording, with one address to share", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Cy");
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Cellar", manager: manager.username, isOnDemand: false });
  const startsAt = Date.now() - 90 * minuteMs;
  const slot = { stage: stage.id, performer: performer.username, startsAt, endsAt: startsAt + lengthMs };
  const { id } = await cue.createSet({ ...slot, name: "Vinyl Night" });
  const replay = await perform(cue, { id, performerId: performer.id, stageId: stage.id, startsAt }, false);
  const guest = await visit();
  const parts: string[] = [];
  for (const address of [replay, `/djs/sets/${id}`]) {
    await open(guest.page, address);
    await expect(guest.page.getByRole("region", { name: "Tracklist" })).toContainText("Sinnerman");
    await expect(guest.page.getByRole("button", { name: "Edit Tracklist" })).toHaveCount(0);
    await expect(guest.page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      `${cue.origin}/djs/sets/${id}`,
    );
    parts.push(await guest.page.getByRole("main").innerText());
  }
  expect(parts[1]).toBe(parts[0]);
  await guest.page.getByRole("button", { name: "Share", exact: true }).click();
  const share = guest.page.getByRole("dialog", { name: "Share" });
  await expect(share).toContainText(`${cue.origin}/djs/sets/${id}`);
  await expect(share).toContainText(`<iframe src="${cue.origin}/player/replay/`);
  const { page } = await visit({ as: performer });
  await open(page, replay);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit Tracklist" }).click();
  await expect(page.getByRole("list", { name: "Lines" }).locator("> li > button")).toHaveCount(3);
});
