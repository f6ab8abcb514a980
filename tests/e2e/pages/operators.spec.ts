/** The way from a report to a suspension and back, as seen by an operator and by the suspended user. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { call, type Person } from "#tests/fixtures/people.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });

const logIn = ({ origin, username, password }: Person) =>
  call<{ error?: string }>(origin, null, "POST", "/api/users/login", { body: { user: username, password } });

test("an operator can suspend a reported user within 5 s, and lift the suspension", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const [operator, victim, reporter] = [
    await newPerson("Operator"),
    await newPerson("Loudmouth"),
    await newPerson("Reporter"),
  ];
  await cue.adminCommand("make-operator", operator.username);
  const report = { offender: victim.id, offenseCode: 4 };
  expect((await reporter.post("/api/abuse/submit", report)).status).toBe(200);
  const stage = await cue.createStage({ name: "Peace", manager: manager.username, isOnDemand: true });
  const theirs = await visit({ as: victim });
  await theirs.page.goto(`/room/${stage.id}`);
  await untilInteractive(theirs.page);
  const socket = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: victim });
  expect(await socket.send("roomChat", { msg: "Something loud" })).toMatchObject({ event: "ack" });

  const { page } = await visit({ as: operator });
  await page.goto("/");
  await page.getByRole("link", { name: "Operators" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: victim.username }).first();
  await expect(entry).toContainText("1 report open");
  await expect(entry).toContainText("Offensive profile");
  await expect(entry.getByRole("link", { name: reporter.username })).toBeVisible();
  await expectAccessible(page);

  await entry.getByRole("button", { name: `Suspend ${victim.username}` }).click();
  const dialog = page.getByRole("alertdialog", { name: `Suspend ${victim.username}?` });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(toast(page, `${victim.username} is suspended`)).toBeVisible();
  const suspendedAt = Date.now();
  await expect.poll(() => socket.closeCode, { timeout: 5_000 }).toBe(4401);
  await expect(theirs.page.getByRole("heading", { name: "Log In" })).toBeVisible({
    timeout: Math.max(1, suspendedAt + 5_000 - Date.now()),
  });
  expect(await logIn(victim)).toMatchObject({
    status: 403,
    body: { error: "This account has been suspended." },
  });
  const knocking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: victim });
  expect(await knocking.send("roomChat", { msg: "Still here" })).not.toMatchObject({ event: "ack" });
  knocking.close();

  await expect(entry).toContainText("Suspended");
  await page.getByRole("link", { name: "Settled" }).click();
  const settled = page.getByRole("listitem").filter({ hasText: victim.username });
  await expect(settled).toContainText("Offensive profile");
  await expectAccessible(page);
  await settled.getByRole("button", { name: `Lift Suspension of ${victim.username}` }).click();
  await expect(toast(page, `${victim.username} is no longer suspended`)).toBeVisible();
  expect((await logIn(victim)).status).toBe(200);
});

test("an operator finds a user by name and reads feedback, and other users get a 404", async ({
  cue,
  newPerson,
  visit,
  allowConsole,
}) => {
  const [operator, other] = [await newPerson("Keeper"), await newPerson("Talker")];
  await cue.admin("make-operator", operator.username);
  const message = "It needs more cowbell.\n\n<b>Much</b> more.";
  expect((await other.post("/api/feedback/submit", { message })).status).toBe(200);
  const { page } = await visit({ as: operator, phone: true });
  await page.goto("/operators/feedback");
  await expect(page.getByText("<b>Much</b> more.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Rows written" })).toContainText(/[1-9]/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("searchbox", { name: "Find a person" }).fill(other.username.slice(0, -1));
  await expect(page.getByRole("listitem").filter({ hasText: other.username })).toContainText(
    "No open reports",
  );
  await expectAccessible(page);

  allowConsole(/404/);
  for (const as of [other, undefined]) {
    const stranger = await visit(as === undefined ? {} : { as });
    for (const path of [
      "/operators",
      "/operators/settled",
      "/operators/people",
      "/operators/feedback",
      "/operators/services",
      "/operators/usage",
      "/operators/tokens",
    ]) {
      expect((await stranger.page.goto(path))?.status()).toBe(404);
      await expect(stranger.page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    }
    await expect(stranger.page.getByRole("link", { name: "Operators" })).toHaveCount(0);
  }
});

test("operators grant tokens with a reason, decide each other's grants, and freeze a wallet, on a phone", async ({
  cue,
  newPerson,
  visit,
}) => {
  const [operator, other, person] = [
    await newPerson("Banker"),
    await newPerson("Auditor"),
    await newPerson("Listener"),
  ];
  for (const { username } of [operator, other]) await cue.admin("make-operator", username);
  const { page } = await visit({ as: operator, phone: true });
  await page.goto("/operators/tokens");
  await expect(page.getByText("Nothing is waiting")).toBeVisible();
  await expectAccessible(page);

  const grant = async (amount: string) => {
    await page.getByLabel("User").fill(person.username);
    await page.getByRole("textbox", { name: "Tokens" }).fill(amount);
    await page.getByLabel("Reason").first().fill(`For ${amount} good reasons`);
    await page.getByRole("button", { name: "Grant Tokens" }).click();
  };
  await page.getByRole("button", { name: "Grant Tokens" }).click();
  await expect(page.getByText("Please name a user.")).toBeVisible();
  await grant("50");
  await expect(toast(page, "50 tokens granted")).toBeVisible();
  await grant("2000");
  await expect(toast(page, "Waiting for a second operator")).toBeVisible();
  await expect(page.getByText("Another operator must decide this.")).toBeVisible();

  const second = await visit({ as: other, phone: true });
  await second.page.goto("/operators/tokens");
  await second.page.getByRole("button", { name: "Approve" }).click();
  await expect(second.page.getByText("Nothing is waiting")).toBeVisible();

  await page.reload();
  await page.getByRole("searchbox", { name: "Find a wallet" }).fill(person.username);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { name: "Open Claims" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Freeze Wallet" }).click();
  await expect(page.getByText("Please give a reason.")).toBeVisible();
  await page.getByLabel("Reason").last().fill("Looks arranged");
  await page.getByRole("button", { name: "Freeze Wallet" }).click();
  await expect(page.getByText("Frozen: Looks arranged")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Wallet frozen" })).toBeVisible();
});
