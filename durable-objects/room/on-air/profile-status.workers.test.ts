/** The live status of a performer as their profile's page receives it. */
import { env, evictDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { type Act, Evening, type Hall } from "#tests/helpers/evening.ts";
import { Listener, viewer } from "#tests/helpers/rooms.ts";
import { openSocket } from "#tests/helpers/socket.ts";
import { lobby, lobbyShard, profileRoom, stageRoom } from "../../stubs.ts";
import { ProfileRoom } from "../profile-room.ts";

let evening: Evening;
let hall: Hall;
let ada: Act;

beforeEach(async () => {
  evening = await Evening.begin();
  hall = await evening.hall();
  ada = await evening.act();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const openPage = () => Listener.open(profileRoom(env, ada.id), viewer("fan"));
const told = ({ events }: Listener) =>
  events.flatMap((each) => (each.event === "profile status" ? [each.data] : []));
const statusNow = async () => {
  const page = await openPage();
  const { data } = await page.event("snapshot");
  page.close();
  return data.profileStatus;
};
/** Lost for so long that the room stops waiting. */
async function end(act: Act, minute: number): Promise<void> {
  await evening.disconnect(act);
  const rooms = [stageRoom(env, hall.id), profileRoom(env, act.id)];
  await evening.eventually(
    () => Promise.all(rooms.map((room) => room.onAir())),
    (views) => views.some(({ status }) => status === "reconnecting"),
  );
  await evening.goTo(minute);
}
const idle = { live: false, room: null };

test("a profile page shows its performer on a stage, on their own profile, and offline", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  const page = await openPage();
  expect((await page.event("snapshot")).data.profileStatus).toEqual(idle);
  await evening.connect(ada);
  await evening.hears(hall, set);
  const onStage = { live: true, room: hall.id };
  await evening.eventually(
    () => told(page).at(-1),
    (status) => status?.room === hall.id,
  );
  expect(told(page).at(-1)).toEqual(onStage);
  await evictDurableObject(profileRoom(env, ada.id));
  expect(await statusNow()).toEqual(onStage);
  await evening.goTo(33);
  await evening.isOnProfile(ada);
  await evening.eventually(
    () => told(page),
    (all) => all.at(-1)?.live === true && all.at(-1)?.room === null,
  );
  await end(ada, 34);
  await evening.isOnProfile(ada, false);
  await evening.eventually(
    () => told(page),
    (all) => all.at(-1)?.live === false,
  );
  expect(await statusNow()).toEqual(idle);
});

test("a profile that was unavailable is updated as soon as it is back", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const away = vi.spyOn(ProfileRoom.prototype, "playsOn").mockRejectedValue(new Error("restarting"));
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  expect(await statusNow()).toEqual(idle);
  away.mockRestore();
  await evening.goTo(1);
  await evening.eventually(statusNow, (status) => status?.live === true);
});

test("a profile asks a stage that has lost its pending update", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.eventually(statusNow, (status) => status?.live === true);
  vi.spyOn(ProfileRoom.prototype, "playsOn").mockResolvedValue();
  await end(ada, 31);
  await evening.isQuiet(hall);
  await evening.goTo(33);
  await evening.eventually(statusNow, (status) => status?.live === false);
});

test("a profile's listener count has its own event", async () => {
  await evening.connect(ada);
  await evening.isOnProfile(ada);
  const page = await openPage();
  await page.send("listen", { class: "normal" });
  await evening.goTo(1);
  const countsOf = (name: string) => page.events.flatMap(({ event, data }) => (event === name ? [data] : []));
  await evening.eventually(
    () => countsOf("profile listeners"),
    (counts) => counts.length === 1,
  );
  expect(countsOf("profile listeners")).toEqual([{ currentListeners: 1 }]);
  expect(countsOf("room listeners")).toEqual([{ currentListeners: 1 }]);
});

test("the lobby records when a stage was last on air", async () => {
  const { live, next } = await openSocket(
    lobbyShard(env, "page"),
    "/realtime/lobby",
    viewer(null),
    LobbyEvent,
  ).then((socket) => ({ live: () => lobby(env).live(), next: () => socket.next() }));
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.eventually(live, (entries) => entries.some(({ id }) => id === hall.id));
  await end(ada, 31);
  await evening.isQuiet(hall);
  for (;;) {
    const event = await next();
    if (event.event !== "room changed" || event.data.id !== hall.id || event.data.onAir.online) continue;
    if (event.data.lastStreamedAt === undefined) continue;
    expect(event.data.lastStreamedAt).toBe(evening.at(31));
    break;
  }
});
