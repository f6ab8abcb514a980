/** Single chat messages: links in them, links to them, and deleting several of them. */
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("external links open in a new tab, internal ones in place, and each message has a link of its own", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Pointers", manager: manager.username, isOnDemand: true });
  const other = await cue.createStage({ name: "Elsewhere", manager: manager.username, isOnDemand: true });
  const talking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: manager });
  const say = async (msg: string) => {
    await talking.send("roomChat", { msg });
    return (await talking.event("room message", ({ data }) => data.message === msg))?.data._id ?? "";
  };
  const first = await say("The first of many");
  await say(
    `Read https://elsewhere.example/a and https://аpple.com, then come to ${cue.origin}/room/${other.id}`,
  );
  for (const line of [1, 2, 3]) await say(`Filler ${line}${" la".repeat(90)}`);

  const { page, context } = await visit({ as: await newPerson("Follower") });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`/room/${stage.id}`);
  const log = page.getByRole("log");
  const away = log.getByRole("link", { name: "https://elsewhere.example/a" });
  await expect(away).toHaveAttribute("rel", "nofollow ugc noopener noreferrer");
  await expect(away).toHaveAttribute("target", "_blank");
  await expect(log.getByRole("link", { name: "apple" }), "a name that looks like another").toBeHidden();
  await expect(log.getByRole("link", { name: "(xn--pple-43d.com)" })).toBeAttached();
  const marker = () => page.evaluate(() => (window as { sameDocument?: boolean }).sameDocument);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await log.getByRole("link", { name: other.id }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Elsewhere" })).toBeVisible();
  expect(await marker(), "the same document, in which the sound goes on").toBe(true);

  await page.goto(`/room/${stage.id}`);
  await log.getByRole("button", { name: manager.username }).first().click();
  await page.getByRole("menuitem", { name: "Copy Link" }).click();
  await expect(page.locator("[data-toast]", { hasText: "Copied to clipboard" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${cue.origin}/room/${stage.id}?message=${first}#chat`);
  await page.goto("about:blank");
  await page.goto(link);
  const wanted = log.locator(`[data-message="${first}"]`);
  await expect(wanted).toBeInViewport();
  await expect(wanted).toBeFocused();
  const gone = page.getByText("This message is no longer available.");
  await expect(gone).toBeHidden();

  await manager.post("/api/roomChat/deleteMessage", { room: stage.id, messageId: first });
  await expect(gone).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(new RegExp(`/room/${stage.id}(#chat)?$`));
  await expect(gone).toBeHidden();
  talking.close();
});

test("a manager deletes selected messages or all messages of one user, and open pages update", async ({
  cue,
  manager,
  newPerson,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Sweeping", manager: manager.username, isOnDemand: true });
  const writer = await newPerson("Writer");
  const talking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: writer });
  for (const msg of ["one", "two", "three", "four"]) await talking.send("roomChat", { msg });
  const { page } = await visit({ as: manager, phone: true });
  await page.goto(`/room/${stage.id}#chat`);
  const log = page.getByRole("log");
  const bar = page.getByRole("toolbar", { name: "Selected messages" });
  const openMenu = async (index: number) => {
    await log.getByRole("button", { name: writer.username }).nth(index).click();
    await expect(page.getByRole("menu")).toBeVisible();
  };
  await openMenu(0);
  await page.getByRole("menuitem", { name: "Select Messages" }).click();
  await expect(log.getByRole("checkbox", { name: "“one”" })).toBeChecked();
  await log.getByRole("checkbox", { name: "“three”" }).click();
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Messages" }).click();
  await expect(log).not.toContainText("three");
  await expect(bar).toBeHidden();
  expect(await talking.event("message deleted")).toBeDefined();
  for (const text of ["two", "four"]) await expect(log).toContainText(text);

  await openMenu(0);
  await page.getByRole("menuitem", { name: "Delete All Their Messages" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Messages" }).click();
  await expect(page.getByText("No messages yet")).toBeVisible();
  await expect.poll(() => talking.events.filter(({ event }) => event === "message deleted").length).toBe(4);
  talking.close();

  const own = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: manager });
  await own.send("roomChat", { msg: "five" });
  await log.getByRole("button", { name: manager.username }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "View Profile",
    "Reply",
    "Mention",
    "Copy Link",
    "Delete Message",
    "Select Messages",
    "Delete All My Messages",
  ]);
  own.close();
});
