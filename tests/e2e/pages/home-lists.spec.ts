/** Home while it is open: all booked sets can be reached, and a new stage appears automatically. */
import { bookFarSets } from "#tests/fixtures/database.ts";
import { open } from "#tests/fixtures/open.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** Open pages read the lists again within seconds, spread at random; a busy machine takes longer. */
const soon = { timeout: 30_000 };

test("a new or renamed stage appears on an open Home page", async ({ cue, manager, newPerson, visit }) => {
  const { page } = await visit({ as: await newPerson("Watcher") });
  await open(page, "/");
  const stages = page.getByRole("region", { name: "Live Stages" });
  await expect(stages).toBeVisible();
  const { id } = await cue.createStage({
    name: "Overnight Dock",
    manager: manager.username,
    isOnDemand: false,
  });
  await expect(stages.getByRole("link", { name: "Overnight Dock" })).toBeVisible(soon);
  await manager.post("/api/rooms/update", { room: id, name: "Morning Dock" });
  await expect(stages.getByRole("link", { name: "Morning Dock" })).toBeVisible(soon);
});

test("a stage that is created before an open Home page is connected appears on it", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const { page } = await visit({ as: await newPerson("Early Bird") });
  const connected = Promise.withResolvers<void>();
  await page.route(/socket\.worker/, async (route) => {
    await connected.promise;
    await route.continue();
  });
  await open(page, "/");
  const stages = page.getByRole("region", { name: "Live Stages" });
  await expect(stages).toBeVisible();
  await cue.createStage({ name: "Between", manager: manager.username, isOnDemand: false });
  connected.resolve();
  await expect(stages.getByRole("link", { name: "Between" })).toBeVisible(soon);
});

test("the strip reaches the last booked set and renders only a few sets at a time", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const performer = await newPerson("Far Ahead");
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Long List", manager: manager.username, isOnDemand: false });
  const booked = bookFarSets(cue, { stage: stage.id, performer: performer.id, count: 260 });
  const { page } = await visit({ as: performer });
  await open(page, "/");
  const strip = page.getByRole("region", { name: "Upcoming Performers" });
  const shown = () => strip.getByRole("link").evaluateAll((links) => links.map((link) => link.textContent));
  const seen = new Set<string>();
  let max = 0;
  await expect(async () => {
    await strip.getByRole("list").evaluate((list) => list.scrollBy({ left: 2 * list.clientWidth }));
    const texts = await shown();
    max = Math.max(max, texts.length);
    for (const name of booked) if (texts.some((text) => text.includes(`${name}Long List`))) seen.add(name);
    expect(seen.size).toBe(booked.length);
  }).toPass({ timeout: 60_000, intervals: [100] });
  expect(max).toBeLessThan(150);
});
