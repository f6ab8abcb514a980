/** Replays: who may hear them by default, the list of one's own, and the switch of a stage. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { open } from "#tests/fixtures/open.ts";
import { toast } from "#tests/fixtures/page-parts.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const hourMs = 3_600_000;

test("a replay that does not exist is not found, also as a file", async ({ visit, cue, allowConsole }) => {
  allowConsole(/status of 404/);
  const { page } = await visit();
  await page.goto("/replay/none");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expectAccessible(page);
  for (const file of ["none.cue", "none.csv", "none.txt"])
    expect((await fetch(`${cue.origin}/replay/${file}`)).status).toBe(404);
});

test("a performer chooses who may hear the next replays", async ({ cue, visit, newPerson }) => {
  const person = await newPerson("Recorded");
  await cue.makePerformer(person.username, "dj");
  const { page } = await visit({ as: person });
  await open(page, "/settings/dj");
  const section = page.getByRole("region", { name: "Replays" });
  const everyone = section.getByRole("radio", { name: /^Everyone Until/ });
  await expect(everyone).toBeChecked();
  await section.getByRole("switch", { name: "Downloads of Replays" }).click();
  await section.getByRole("radio", { name: /^Only me/ }).check();
  const saved = async () => (await person.get<Record<string, unknown>>("/api/djs/getProfile")).body;
  await expect.poll(saved).toMatchObject({ replayVisibility: "me", replayDownload: false, replayFeed: true });
  await expectAccessible(page, { within: "main" });

  await section.getByRole("radio", { name: /^No one/ }).check();
  await expect(section.getByRole("switch")).toHaveCount(0);
  await expect.poll(saved).toMatchObject({ replayVisibility: "never" });
  await page.reload();
  await expect(section.getByRole("radio", { name: /^No one/ })).toBeChecked();
});

test("a performer finds every replay, changes who may hear it, and deletes it", async ({
  cue,
  visit,
  newPerson,
}) => {
  const person = await newPerson("Keeper");
  await cue.makePerformer(person.username, "dj");
  const replay = {
    id: "r1",
    url: "/replay/r1",
    duration: 7_100_000,
    isPublic: true,
    name: "Basement Tapes",
    set: "s1",
    room: { id: "stage1", name: "Cellar" },
    startTime: Date.now() - 26 * hourMs,
    endTime: Date.now() - 24 * hourMs,
    availableUntil: null,
    listenCount: 12,
    bytes: 257_900_000,
    rights: { visibility: "always", download: true, feed: true },
  };
  const { page } = await visit({ as: person, phone: true });
  const asked: unknown[] = [];
  await page.route("**/api/replays/*", async (route) => {
    const [call, body] = [route.request().url().split("/").at(-1), route.request().postDataJSON()];
    asked.push([call, body]);
    if (call === "getMine") return route.fulfill({ json: [replay] });
    if (call === "delete") return route.fulfill({ json: true });
    const { replay: _, ...change } = body;
    return route.fulfill({ json: { ...replay, rights: { ...replay.rights, ...change } } });
  });
  await open(page, "/settings/dj/replays");
  const row = page.getByRole("listitem").filter({ hasText: "Basement Tapes" });
  await expect(row).toContainText(/1:58:20 · 258 MB · 12 listens/);
  await expect(row.getByRole("link", { name: "Basement Tapes", exact: true })).toHaveAttribute(
    "href",
    "/replay/r1",
  );
  await row.getByRole("button", { name: "Change Basement Tapes" }).click();
  await row.getByRole("radio", { name: /^Only me/ }).check();
  await row.getByRole("switch", { name: "Podcast Feed" }).click();
  await expect.poll(() => asked).toContainEqual(["update", { replay: "r1", visibility: "me" }]);
  await expect.poll(() => asked).toContainEqual(["update", { replay: "r1", feed: false }]);
  await expectAccessible(page);

  await row.getByRole("button", { name: "Delete Replay" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this replay?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete Replay" }).click();
  await expect(toast(page, "Replay deleted")).toBeVisible();
  await expect(page.getByText("No replays yet")).toBeVisible();
  expect(asked).toContainEqual(["delete", { replay: "r1" }]);
});

test("a manager decides whether a stage keeps replays", async ({ cue, manager, visit }) => {
  const name = `Unrecorded ${Date.now().toString(36)}`;
  const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
  const { page } = await visit({ as: manager });
  await open(page, `/management/edit/${stage.id}`);
  const question = page.getByRole("radiogroup", { name: "Keep replays of sets on this stage" });
  await expect(question.getByRole("radio", { name: "Yes" })).toBeChecked();
  await question.getByText("No", { exact: true }).click();
  await page.getByRole("button", { name: "Save Stage Settings" }).click();
  await expect(toast(page, "Stage settings saved")).toBeVisible();
  await page.reload();
  await expect(question.getByRole("radio", { name: "No" })).toBeChecked();
  await expectAccessible(page, { within: "main" });
});
