/** The sound never stops while the listener navigates through every route. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";
import { readRunDelayMs } from "#container/agent/stall-watch.ts";
import { addSongs } from "#tests/fixtures/database.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** The most that the player buffers near live (`playout/slack.ts`): a longer pause is not caused by the network. */
const bufferMs = 300;

interface Router {
  navigate(path: string): Promise<void>;
  state: { location: { pathname: string } };
}

test("playback continues while the listener navigates through every page", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  // The page that does not exist, and pages for which this user lacks data.
  allowConsole(/status of 40[134]/);
  const stage = await cue.createStage({ name: "Walk", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 2 });
  const walker = await newPerson("Walker");
  await cue.admin("make-manager", walker.username);
  await cue.admin("make-operator", walker.username);
  await cue.makePerformer(walker.username);
  const hall = await cue.createStage({ name: "Walked", manager: walker.username, isOnDemand: false });
  const startsAt = Date.now() + 3_600_000;
  const times = { startsAt, endsAt: startsAt + 3_600_000 };
  const set = await cue.createSet({ stage: hall.id, performer: walker.username, name: "Steps", ...times });
  const label = { id: `label-${walker.id}`, name: "Soles", parent: "Shoes" };
  const artist = `Ana ${walker.username}`;
  const [track = ""] = addSongs(cue, { stageId: hall.id, performerId: walker.id }, [
    { artist, title: "Stride", label },
  ]);
  const params: Record<string, string> = {
    room: hall.id,
    stage: hall.id,
    user: walker.id,
    username: walker.username.replace(" ", "-"),
    set: set.id,
    track,
    artist: encodeURIComponent(artist.toLowerCase()),
    label: label.id,
    genre: "techno",
    type: "title",
    access: "error",
    refresh: "error",
    id: "no-such-replay",
    replay: "no-such-replay",
    "*": "no/such/page",
  };

  const { page, ear } = await visit({ as: walker });
  const stagePage = new StagePage(page, "Walk");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  const heard = await ear.hears(2);
  const paths = pathsOf(routes as RouteConfigEntry[]).map((pattern) => addressOf(pattern, params));
  expect(paths.length).toBeGreaterThan(60);
  /** Time when each page was opened (epoch ms), and how long this process had waited for a processor by then. */
  const walked: { path: string; at: number; waitingMs: number }[] = [];
  for (const path of paths) {
    walked.push({ path, at: Date.now(), waitingMs: readRunDelayMs() ?? 0 });
    await page.evaluate(async (to) => {
      const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
      await router.navigate(to);
    }, path);
    // Long enough for a page to load and start.
    await page.waitForTimeout(200);
    // The ear decides below whether a stutter was too long.
    await expect.poll(async () => (await stagePage.figures()).phase, `at ${path}`).toBe("live");
  }
  await page.goBack();
  await ear.hearsSound();
  const pauses = (await ear.pauses())
    .filter(({ from, to }) => from > heard.at + 1_000 && to - from > bufferMs)
    .map(({ from, to }) => {
      const index = walked.findLastIndex(({ at }) => at <= from);
      const [here, next] = [walked[index], walked[index + 1]];
      const waitedMs = here && next ? Math.round(next.waitingMs - here.waitingMs) : undefined;
      return { ms: to - from, path: here?.path, onPageMs: here && next && next.at - here.at, waitedMs };
    });
  expect(pauses, "the sound stopped on the way").toEqual([]);
  expect(await ear.all("silence")).toEqual([]);

  await page.keyboard.press("k");
  await ear.hearsSilence({ since: Date.now() - 1_000 });
});

/** Every address of the product, with the names of its parameters. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const isPage = index === true || (path !== undefined && !children.some((child) => child.index));
    return [...(isPage ? [own || "/"] : []), ...pathsOf(children, own)];
  });
}

/** Throws for an unknown parameter: its page would not be visited. */
function addressOf(pattern: string, params: Record<string, string>): string {
  return pattern.replaceAll(/:(\w+)\??|\*/g, (name, key: string | undefined) => {
    const value = params[key ?? name];
    if (value === undefined) throw new Error(`What is ${name} in ${pattern}?`);
    return value;
  });
}
