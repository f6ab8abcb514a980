/** The chat of the playing stage on other pages, and as a sheet on phones. */
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("the chat of the playing stage is available on every page and shows missed messages and mentions", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Lighthouse", manager: manager.username, isOnDemand: true });
  const other = await cue.createStage({ name: "Boathouse", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 1 });
  const [nell, ada] = await Promise.all([newPerson("Nell"), newPerson("Ada")]);
  const { page } = await visit({ as: nell });
  const stagePage = new StagePage(page, "Lighthouse");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  const chat = page.getByRole("complementary", { name: "Chat" });
  const goTo = (name: string) =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();

  await goTo("Stats");
  await expect(chat.getByRole("heading", { name: "Lighthouse" })).toBeVisible();
  await stagePage.say("still here");
  const talking = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: ada });
  await talking.send("roomChat", { msg: "good to hear" });
  await expect(stagePage.messages).toContainText("good to hear");
  await expectAccessible(page);

  const button = page.getByRole("banner").getByRole("button", { name: "Chat" });
  await button.click();
  await expect(chat).toBeHidden();
  await goTo("Favorites");
  await talking.send("roomChat", { msg: `@${nell.username} where are you?` });
  await expect(page.getByRole("banner").getByText("1 new message")).toBeVisible();
  await expect(page.locator("[data-toast]")).toContainText(`mentioned you in Lighthouse: @${nell.username}`);
  await button.click();
  await expect(stagePage.messages).toContainText("where are you?");
  await expect(page.getByRole("banner").getByText("1 new message")).toBeHidden();

  // Another stage has its own chat, and a link to the chat of the playing stage.
  await goTo("Music");
  await page.getByRole("main").getByRole("link", { name: "Boathouse" }).click();
  await expect(chat.getByRole("heading", { name: "Boathouse" })).toBeVisible();
  await chat.getByRole("button", { name: /Lighthouse/ }).click();
  await expect(stagePage.messages).toContainText("where are you?");
  expect(other.id).not.toBe(stage.id);
  talking.close();
});

test("on a phone, Back closes the chat, the menu replaces it, and Back from another page returns to the stage", async ({
  cue,
  manager,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Jetty", manager: manager.username, isOnDemand: true });
  const { page } = await visit({ as: manager, phone: true });
  const stagePage = new StagePage(page, "Jetty");
  await stagePage.open(`/room/${stage.id}`);
  const chat = page.getByRole("dialog", { name: "Chat" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  const heading = page.getByRole("heading", { level: 1, name: "Jetty" });
  const open = (name: string) => page.getByRole("banner").getByRole("button", { name, exact: true }).click();

  await open("Chat");
  await expect(chat).toBeVisible();
  await page.goBack();
  await expect(chat).toBeHidden();
  await expect(heading).toBeVisible();

  await open("Chat");
  await open("Menu");
  await expect(menu).toBeVisible();
  await expect(chat).toBeHidden();
  await menu.getByRole("link", { name: "Stats" }).click();
  await expect(page).toHaveURL(/\/stats$/);
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/room/${stage.id}$`));
  await expect(menu).toBeHidden();

  // A second press before the browser has gone back does not leave the page.
  await open("Chat");
  await chat.getByRole("button", { name: "Close chat" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(chat).toBeHidden();
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/room/${stage.id}$`));
});
