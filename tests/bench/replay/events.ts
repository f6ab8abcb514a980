/** Whether titles, chat, hearts and cheers of a replay appear with their sound, also behind a cut. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { addPerson } from "#tests/fixtures/database.ts";
import { recordTitles, titleLags } from "#tests/fixtures/heard-titles.ts";
import { CueInstance, type NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { listeningBrowser } from "../../../playwright.config.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median } from "../statistics.ts";
import { reactionsOn, recordReactions, soundsAt, textsOn } from "./shown.ts";
import { type CompleteReplay, completed } from "./tones.ts";

const stageName = "Moments";
/** Between two changes of the track. */
const everyMs = 6_000;
/** After the change is heard: near live, and by a listener who stays far behind. */
const pressAfterMs = { near: 1_500, patient: 3_500 } as const;
const sayAfterMs = 2_500;
/** The encoder is away for this long in the middle: more than what is filled. */
const cutMs = 4_000;
/** A patient listener is 25 s behind: there must be something to be behind. */
const beforeMs = 30_000;
const patientMs = 25_000;
/** Tones to change between; the first plays before. */
const tones = 11;

const titleOf = (track: number) => `Pitch ${track} ·`;
const sayingOf = (index: number) => `Moment number ${index}.`;
const trackOf = (index: number) => 1 + (index % tones);

interface Listener {
  person: Person;
  page: Page;
  ear: Ear;
}

/** Epoch ms at which the sound of each left the encoder: what a listener heard when it happened. */
interface Moments {
  titles: number[];
  chat: number[];
  hearts: number[];
  cheers: number[];
  /** The encoder was away between these. */
  cut: { from: number; to: number };
}

interface Compared {
  what: string;
  /** How much later than its sound each appeared in the replay, ms: before the cut, and behind it. */
  before: number[];
  behind: number[];
  expected: number;
}

export async function benchReplayEvents({ changes }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  const browser = await chromium.launch(listeningBrowser);
  try {
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    const stage = await cue.createStage({ name: stageName, manager: manager.username, isOnDemand: true });
    const live = await performLive(cue, { browser, stage, changes });
    const replay = await completed(cue, manager);
    const compared = await playReplay(cue, { browser, replay, moments: live.moments });
    return toChapter(compared, live.worstLagMs);
  } finally {
    await browser.close();
    await cue.stop();
  }
}

async function performLive(
  cue: CueInstance,
  { browser, stage, changes }: { browser: Browser; stage: NewStage; changes: number },
): Promise<{ moments: Moments; worstLagMs: number }> {
  const { mount, password } = stage;
  const options = { port: cue.ingestPort, mount, password, format: "mp3" } as const;
  let encoder = await Encoder.start({ ...options, track: 0 });
  await sleep(beforeMs);
  const near = await sitDown(cue, { browser, stage, choice: {} });
  const patient = await sitDown(cue, { browser, stage, choice: { isPatient: true } });
  const pressed: { near: number[]; patient: number[] } = { near: [], patient: [] };
  const said: number[] = [];
  const began: number[] = [];
  const cut = { from: 0, to: 0 };
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: near.person });
  const pressing = (["near", "patient"] as const).map(async (who) => {
    const listener = who === "near" ? near : patient;
    for (let index = 0; index < changes; index++)
      pressed[who].push(await pressFavorite(listener, { index, began, afterMs: pressAfterMs[who] }));
  });
  let worstLagMs = 0;
  for (let index = 0; index < changes; index++) {
    if (index === Math.floor(changes / 2)) {
      worstLagMs = encoder.worstLagMs;
      await encoder.kill();
      cut.from = Date.now();
      await sleep(cutMs);
      encoder = await Encoder.start({ ...options, track: 0 });
      await near.ear.hearsSoundMadeAfter(() => cut.from + cutMs / 2, 15_000);
      cut.to = Date.now();
    }
    began.push(await encoder.change(trackOf(index), "Bench", `${titleOf(trackOf(index))} ${index}`));
    await sleep(sayAfterMs);
    await near.ear.expectText(sayingOf(index));
    await room.send("roomChat", { msg: sayingOf(index) });
    said.push(Date.now());
    await sleep(everyMs - sayAfterMs);
  }
  const cheers = await Promise.all([pressCheer(near), pressCheer(patient)]);
  await Promise.all(pressing);
  await sleep(1_000);
  worstLagMs = Math.max(worstLagMs, encoder.worstLagMs);
  const heardBy = {
    near: await soundsAt(near.ear, (at) => at),
    patient: await soundsAt(patient.ear, (at) => at - patientMs),
  };
  const painted = await textsOn(
    near.ear,
    said.map((_, index) => sayingOf(index)),
  );
  await encoder.stop();
  room.close();
  const moments: Moments = {
    titles: began,
    chat: painted.map(heardBy.near),
    hearts: [...pressed.near.map(heardBy.near), ...pressed.patient.map(heardBy.patient)],
    cheers: [heardBy.near(cheers[0] ?? Number.NaN), heardBy.patient(cheers[1] ?? Number.NaN)],
    cut,
  };
  for (const { page } of [near, patient]) await page.context().close();
  return { moments, worstLagMs };
}

async function sitDown(
  cue: CueInstance,
  { browser, stage, choice }: { browser: Browser; stage: NewStage; choice: { isPatient?: boolean } },
): Promise<Listener> {
  const person = await addPerson(cue, "Ear");
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  await context.addCookies([{ name: "cue", value: person.token, url: cue.origin, httpOnly: true }]);
  await context.addInitScript((chosen) => localStorage.setItem("cue", JSON.stringify(chosen)), choice);
  await fitEars(context);
  const page = await context.newPage();
  await page.goto(`${cue.origin}/room/${stage.id}`);
  await new StagePage(page, stageName).play();
  const ear = new Ear(page);
  await ear.hears(0);
  return { person, page, ear };
}

/** Presses once the track of this change is heard. Returns when, epoch ms. */
async function pressFavorite(
  { page, ear }: Listener,
  { index, began, afterMs }: { index: number; began: readonly number[]; afterMs: number },
): Promise<number> {
  while (began[index] === undefined) await sleep(50);
  const heard = await ear.hears(trackOf(index), { since: began[index], withinMs: 45_000 });
  await sleep(Math.max(0, heard.at + afterMs - Date.now()));
  const before = Date.now();
  const live = page.getByRole("region", { name: "Live" });
  await live.getByRole("button", { name: "Favorite", exact: true }).click({ timeout: 5_000 });
  return clickAfter(ear, before);
}

async function pressCheer({ page, ear }: Listener): Promise<number> {
  const before = Date.now();
  await page.getByRole("button", { name: "Cheer", exact: true }).first().click({ timeout: 5_000 });
  return clickAfter(ear, before);
}

async function clickAfter(ear: Ear, before: number): Promise<number> {
  return (await ear.all("click", before - 5))[0]?.at ?? Number.NaN;
}

/** Plays it from its start to its end, in a page of its own. */
async function playReplay(
  cue: CueInstance,
  { browser, replay, moments }: { browser: Browser; replay: CompleteReplay; moments: Moments },
): Promise<Compared[]> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  await fitEars(context);
  const page = await context.newPage();
  await page.goto(`${cue.origin}/replay/${replay.id}`);
  await page.waitForFunction(() => "__cue" in window);
  const ear = new Ear(page);
  for (const index of moments.chat.keys()) await ear.expectText(sayingOf(index));
  await recordReactions(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: `Play ${stageName}` })
    .click();
  const first = await ear.hears(0);
  await recordTitles(page);
  await sleep(replay.duration + 3_000);
  // Sound is missing at the cut: within it, either side is near enough to find the cycle.
  const roughly = (at: number) => {
    const madeAt = replay.startTime + (at - first.at);
    return madeAt > moments.cut.from ? madeAt + (moments.cut.to - moments.cut.from) : madeAt;
  };
  const heardAt = await soundsAt(ear, roughly);
  const lags = await titleLags(
    { page, ear },
    titleOf,
    moments.titles.map((_, index) => ({ track: trackOf(index), since: first.at })),
  );
  const chat = await textsOn(
    ear,
    moments.chat.map((_, index) => sayingOf(index)),
  );
  const reactions = async (kind: "favorite" | "cheer") => (await reactionsOn(page, kind)).map(heardAt);
  const compared = [
    compare(
      "titles",
      moments.titles,
      moments.titles.map((at, index) => at + (lags[index] ?? Number.NaN)),
      moments,
    ),
    compare("chat messages", moments.chat, chat.map(heardAt), moments),
    compare("hearts", moments.hearts, await reactions("favorite"), moments),
    compare("cheers", moments.cheers, await reactions("cheer"), moments),
  ];
  await context.close();
  return compared;
}

/** In order: what is shown first belongs to what happened first. */
function compare(
  what: string,
  expected: readonly number[],
  shown: readonly number[],
  { cut }: Moments,
): Compared {
  const [wanted, found] = [expected, shown].map((times) =>
    times.filter((at) => !Number.isNaN(at)).toSorted((a, b) => a - b),
  ) as [number[], number[]];
  const differences = wanted.flatMap((at, place) => {
    const other = found[place];
    return other === undefined ? [] : [{ at, late: other - at }];
  });
  const late = (isBehind: boolean) =>
    differences.filter(({ at }) => at > cut.from === isBehind).map((each) => each.late);
  return { what, before: late(false), behind: late(true), expected: expected.length };
}

function toChapter(compared: readonly Compared[], worstLagMs: number): Chapter {
  const farthest = (late: readonly number[]) =>
    late.length === 0 ? "none" : ms(Math.max(...late.map(Math.abs)));
  const figures = compared.flatMap(({ what, before, behind, expected }): Figure[] => [
    { what: `${what} shown`, value: `${before.length + behind.length} of ${expected}`, aim: "all" },
    { what: `${what}: later than their sound, median`, value: ms(median([...before, ...behind])) },
    {
      what: `${what}: farthest from it, before the cut / behind it`,
      value: `${farthest(before)} / ${farthest(behind)}`,
      aim: "≤ 200 ms",
    },
  ]);
  return {
    name: "replay-events",
    title: "Titles, chat, hearts and cheers in a replay",
    method:
      "A stage with a real encoder, which is away for some seconds in the middle; two listeners in real Chromium, one near live and one 25 s behind, press " +
      "favorite in each track and cheer once, and one writes. The sound tells the ear when it left the encoder. Then the replay is played from its start in " +
      "Chromium: the sound at the ear when something is painted is compared with the sound that was at the listener's ear when they pressed, or when the message " +
      "was painted live; a title with the first sample of its tone.",
    figures,
    voidBecause: worstLagMs > 100 ? [`the encoder was ${ms(worstLagMs)} late`] : [],
  };
}
