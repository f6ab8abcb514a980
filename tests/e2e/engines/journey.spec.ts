/** The most frequent actions of a listener, in each browser engine, while the service worker controls the pages. */
import { browserEngines } from "#tests/fixtures/browsers/engines.ts";
import { expect, playedBy, test } from "#tests/fixtures/browsers/test.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";

interface OwnReplay {
  id: string;
  name: string;
  endTime: number | null;
}

for (const browser of browserEngines) {
  test(`${browser.name}: log in, listen, chat, favorite, and hear it again`, async ({
    cue,
    manager,
    newPerson,
    broadcast,
    visitIn,
  }) => {
    test.setTimeout(180_000);
    const name = `Harbour ${browser.name}`;
    const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
    const encoder = await broadcast({ ...stage, format: "mp3", track: 1 });
    await encoder.announce("Nora Vale", "Low Tide");
    const [nell, bo] = [await newPerson("Nell"), await newPerson("Bo")];
    const { page, ear, open } = await visitIn(browser);
    const shows = (text: string) =>
      expect
        .poll(() => page.evaluate((wanted) => document.body.textContent?.includes(wanted), text), {
          message: `the page shows "${text}"`,
        })
        .toBe(true);
    const played = { engine: browser.ways[0], falls: [] };
    /** The errors that no code of this page caught. */
    const errors = async () => (await ear.all("error")).map(({ text }) => text);

    await test.step("log-in, on the first visit", async () => {
      await open("/");
      await page.fill("Username or email", nell.username);
      await page.fill("Password", nell.password, { submitted: true });
      await shows("Live Stages");
      // It claims the page once it has kept its files.
      const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
      await expect.poll(isControlled, { timeout: 30_000 }).toBe(true);
      expect(await errors()).toEqual([]);
    });

    await test.step("sound, on the second", async () => {
      await open(`/room/${stage.id}`);
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await page.press(`Play ${name}`);
      await ear.hears(1);
      expect(await playedBy(page)).toEqual(played);
    });

    await test.step("messages arrive, and are sent", async () => {
      const socket = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: bo });
      await socket.send("roomChat", { msg: "Ahoy from Bo" });
      await shows("Ahoy from Bo");
      await page.fill("Message", "Ahoy from Nell", { submitted: true });
      const heard = await socket.event("room message", ({ data }) => data.message === "Ahoy from Nell");
      expect(heard?.data.message).toBe("Ahoy from Nell");
      socket.close();
    });

    await test.step("the favorite is stored", async () => {
      await shows("Low Tide");
      await page.press("Favorite");
      await expect.poll(() => favoriteTitles(nell)).toEqual(["Low Tide"]);
    });

    await test.step("after its end it is heard again", async () => {
      expect(await errors()).toEqual([]);
      await encoder.stop();
      const find = async () => {
        const { body } = await manager.get<OwnReplay[]>("/api/replays/getMine");
        return body.find((each) => each.name === name && each.endTime !== null);
      };
      await expect.poll(find, { timeout: 40_000 }).toBeDefined();
      await open(`/replay/${(await find())?.id}`);
      await page.press(`Play ${name}`);
      await ear.hears(1);
      expect(await playedBy(page)).toEqual(played);
      expect(await errors()).toEqual([]);
    });
  });
}

async function favoriteTitles(person: Person): Promise<string[]> {
  const { body } = await person.get<{ track: { title: string } }[]>("/api/favorites/getFavorites");
  return body.map(({ track }) => track.title);
}
