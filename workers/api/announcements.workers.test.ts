import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import type {
  AnnouncementView,
  CheckView,
  ServerMessageView,
} from "#app/domains/value/announcements/contract.ts";
import { announce as say } from "#app/domains/value/announcements/operations.server.ts";
import { inbox, lobbyShard } from "#durable-objects/stubs.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";
import { notifyPeople } from "../jobs/notify-people.ts";

const announce = (message: string, status = 200) =>
  operate<AnnouncementView>("announce", { message }, status);
const retract = (number: number, status = 200) =>
  operate<AnnouncementView>("retract-announcement", { number }, status);
const check = (as: Person, number: unknown, status = 200) =>
  answerOf<CheckView>(request("/api/announcements/check", { as, body: { number } }), status);
const messagesOf = (as: Person) =>
  answerOf<ServerMessageView[]>(request("/api/announcements/serverMessages", { as }));

test("new announcements are returned oldest first with increasing numbers", async () => {
  const person = await makePerson();
  const first = await announce("We move on Sunday.");
  const second = await announce("  We have moved.\n\nNothing was lost.  ");
  expect(second).toEqual({
    id: `announcement-${second.number}`,
    _id: `announcement-${second.number}`,
    number: first.number + 1,
    message: "We have moved.\n\nNothing was lost.",
    date: expect.any(Number),
  });
  expect(await check(person, first.number - 1)).toEqual({
    number: second.number,
    announcements: [first, second],
  });
  expect(await check(person, second.number)).toEqual({ number: second.number, announcements: [] });
  expect(await check(person, second.number + 5)).toMatchObject({ announcements: [] });

  const newcomer = await makePerson({ createdAt: Date.now() + 60_000 });
  expect(await check(newcomer, 0)).toEqual({ number: second.number, announcements: [] });
  expect(await messagesOf(newcomer)).toEqual([]);
});

test("a user who was away for long gets the last five announcements, and all are listed as server messages", async () => {
  const person = await makePerson();
  const before = (await check(person, 0)).number;
  for (let n = 1; n <= 7; n++) await announce(`News ${n}`);
  const { announcements } = await check(person, before);
  expect(announcements.map(({ message }) => message)).toEqual([3, 4, 5, 6, 7].map((n) => `News ${n}`));
  expect((await messagesOf(person)).map(({ message }) => message)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((n) => `News ${n}`),
  );
});

test("server messages are announcements and one's own awards, newest first", async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const stage = await makeStage(other, { name: "The Cellar" });
  await announce("Before");
  await operate("grant-award", { user: person.id, award: "house-favorite", stage: stage.id });
  await operate("grant-award", { user: other.id, award: "ten-hours" });
  await announce("After");
  const messages = await messagesOf(person);
  expect(messages).toMatchObject([
    { message: "After", award: null },
    {
      message: null,
      award: { title: "House Favorite", room: { name: "The Cellar" }, setsPlayed: 0, hours: 0, referrals: 0 },
    },
    { message: "Before", award: null },
  ]);
  expect(messages[1]?.date).toBe(messages[1]?.award?.date);
  expect(new Set(messages.map(({ _id }) => _id)).size).toBe(3);
});

test("a retracted announcement is hidden, and its number is not reused", async () => {
  const person = await makePerson();
  const kept = await announce("Kept");
  const wrong = await announce("Wrong");
  expect(await retract(wrong.number)).toEqual(wrong);
  expect(await retract(wrong.number)).toEqual(wrong);
  expect(await check(person, kept.number - 1)).toEqual({ number: wrong.number, announcements: [kept] });
  expect((await messagesOf(person)).map(({ message }) => message)).toEqual(["Kept"]);
  expect((await operate<AnnouncementView[]>("announcements", {}))[0]).toEqual(kept);
  expect((await announce("Right")).number).toBe(wrong.number + 1);
  await retract(1_000_000, 404);
});

const noticesOf = async (person: Person) =>
  (await inbox(env, person.id).notices()).map(({ message }) => message);
const switchOff = (as: Person) =>
  answerOf(request("/api/users/saveToggleSettings", { as, body: { systemNotifications: false } }));

test("an announcement reaches each inbox once, unless switched off, and is removed from it when retracted", async () => {
  const [reader, other, deaf] = [await makePerson(), await makePerson(), await makePerson()];
  await switchOff(deaf);
  const kept = await announce("Told and kept.");
  const wrong = await announce("Told and taken back.");
  const everything = ["Told and taken back.", "Told and kept."];
  for (const person of [reader, other])
    await vi.waitFor(
      async () => expect((await noticesOf(person)).toSorted()).toEqual(everything.toSorted()),
      15_000,
    );
  expect(await noticesOf(deaf)).toEqual([]);
  expect(await check(deaf, kept.number - 1)).toEqual({ number: wrong.number, announcements: [] });
  await switchOff(other);
  await retract(wrong.number);
  for (const person of [reader, other])
    await vi.waitFor(async () => expect(await noticesOf(person)).toEqual(["Told and kept."]), 15_000);
});

test("the next run delivers a failed announcement once", async () => {
  const reader = await makePerson();
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null, { waitUntil: () => {} });
  const away = async () => Promise.reject(new Error("away"));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await say({ ...ctx, alerts: { announce: away, takeBack: away } }, { message: "Late but told." });
  for (let run = 0; run < 2; run++) await notifyPeople(env, () => {});
  await vi.waitFor(async () => expect(await noticesOf(reader)).toEqual(["Late but told."]), 15_000);
  const { results } = await env.DB.prepare("select number from announcements where told_at is null").all();
  expect(results).toEqual([]);
});

test("open pages receive announcements and retractions immediately", async () => {
  const page = await openSocket(lobbyShard(env, "page"), "/realtime/lobby", viewer(null), LobbyEvent);
  await page.next();
  const said = await announce("We are moving now.");
  await retract(said.number);
  expect(await page.next()).toMatchObject({ event: "announcement", data: said });
  expect(await page.next()).toMatchObject({
    event: "announcement retracted",
    data: { number: said.number },
  });
});

test("an announcement needs a text within the length limits, and a valid number", async () => {
  const person = await makePerson();
  expect((await announce("x".repeat(2_000))).message).toHaveLength(2_000);
  for (const message of ["", " \n ", "x".repeat(2_001)]) await announce(message, 400);
  await operate("announce", {}, 400);
  for (const number of [0, -1, 1.5, "1"]) await operate("retract-announcement", { number }, 400);
  for (const number of [-1, 1.5, "1", null]) await check(person, number, 400);
});
