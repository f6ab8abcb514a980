/** A broadcast in which titles change, and two listeners react: which sound each of that belongs to. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { addPerson } from "#tests/fixtures/database.ts";
import { recordTitles, titleLags } from "#tests/fixtures/heard-titles.ts";
import type { CueInstance, NewStage } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { median } from "../statistics.ts";
import { soundsAt } from "./shown.ts";

export const stageName = "Moments";
/** Time between two changes of the track. */
const everyMs = 6_000;
/** Time after the change is heard: near live, and by a listener who stays far behind. */
const pressAfterMs = { near: 1_500, patient: 3_500 } as const;
const sayAfterMs = 2_500;
/** The encoder is away for this long in the middle: more than what is filled. */
const cutMs = 4_000;
/** A patient listener is 25 s behind: there must be something to be behind. */
const beforeMs = 30_000;
const patientMs = 25_000;
/** Tones to change between; the first plays before. */
const tones = 11;

export const titleOf = (track: number) => `Pitch ${track} ·`;
export const sayingOf = (index: number) => `Moment number ${index}.`;
export const trackOf = (index: number) => 1 + (index % tones);

interface Listener {
  person: Person;
  page: Page;
  ear: Ear;
}

/** Epoch ms at which the sound of each left the encoder. */
export interface Moments {
  titles: number[];
  chat: number[];
  hearts: number[];
  cheers: number[];
  /** The encoder was away between these. */
  cut: { from: number; to: number };
}

/** A broadcast with two listeners, who press, write and hear. */
export async function performLive(
  cue: CueInstance,
  { browser, stage, changes }: { browser: Browser; stage: NewStage; changes: number },
): Promise<{ moments: Moments; liveTitles: number[]; worstLagMs: number }> {
  const { mount, password } = stage;
  const options = { port: cue.ingestPort, mount, password, format: "mp3" } as const;
  let encoder = await Encoder.start({ ...options, track: 0 });
  await sleep(beforeMs);
  const near = await sitDown(cue, { browser, stage, choice: {} });
  const patient = await sitDown(cue, { browser, stage, choice: { isPatient: true } });
  const pressed: { near: number[]; patient: number[] } = { near: [], patient: [] };
  const began: number[] = [];
  const cut = { from: 0, to: 0 };
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`, { person: near.person });
  const press = async (who: "near" | "patient") => {
    const listener = who === "near" ? near : patient;
    for (let index = 0; index < changes; index++)
      pressed[who].push(await pressFavorite(listener, { index, began, afterMs: pressAfterMs[who] }));
  };
  // Settled, so that a failure does not hide one that came before it.
  const pressing = Promise.allSettled([press("near"), press("patient")]);
  await recordTitles(near.page);
  let worstLagMs = 0;
  const cheers: number[] = [];
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
    await room.send("roomChat", { msg: sayingOf(index) });
    if (index === 1) cheers.push(await pressCheer(near));
    await sleep(everyMs - sayAfterMs);
  }
  cheers.push(await pressCheer(patient));
  for (const outcome of await pressing) if (outcome.status === "rejected") throw outcome.reason;
  await sleep(1_000);
  worstLagMs = Math.max(worstLagMs, encoder.worstLagMs);
  const [moments, liveTitles] = await Promise.all([
    toMoments({ near, patient, pressed, cheers, began, cut, room }),
    titleLags(near, titleOf, toHeard(began)),
  ]);
  await encoder.stop();
  room.close();
  for (const { page } of [near, patient]) await page.context().close();
  return { moments, liveTitles, worstLagMs };
}

const toHeard = (began: readonly number[]) => began.map((since, index) => ({ track: trackOf(index), since }));

async function toMoments({
  near,
  patient,
  pressed,
  cheers,
  began,
  cut,
  room,
}: {
  near: Listener;
  patient: Listener;
  pressed: { near: number[]; patient: number[] };
  cheers: number[];
  began: number[];
  cut: Moments["cut"];
  room: RoomSocket;
}): Promise<Moments> {
  const heardNear = await soundsAt(near.ear, (at) => at);
  const heardPatient = await soundsAt(patient.ear, (at) => at - patientMs);
  // How long the sound takes from the encoder's input to the server.
  const upMs = median(
    pressed.near.map((at) => heartNear(room, at) - heardNear(at)).filter((each) => !Number.isNaN(each)),
  );
  const saidAt = room.events.flatMap((event) => (event.event === "room message" ? [event.data.time] : []));
  const [nearCheer = Number.NaN, patientCheer = Number.NaN] = cheers;
  return {
    titles: began,
    chat: saidAt.map((at) => at - upMs),
    hearts: [...pressed.near.map(heardNear), ...pressed.patient.map(heardPatient)],
    cheers: [heardNear(nearCheer), heardPatient(patientCheer)],
    cut,
  };
}

/** The server time in the sound that the heart of a press at this time was given for. */
function heartNear(room: RoomSocket, pressedAt: number): number {
  const hearts = room.events.flatMap((event) =>
    event.event === "favorited" && event.data.isFavorited === true ? [{ ...event.data, at: event.at }] : [],
  );
  const away = ({ at }: { at: number }) => Math.abs(at - pressedAt);
  return hearts.toSorted((a, b) => away(a) - away(b))[0]?.mediaAt ?? Number.NaN;
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
  await ear.hears(0, { withinMs: 45_000 });
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
