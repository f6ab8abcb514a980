/** Handovers from one set to the next by the schedule alone. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Act } from "#tests/helpers/evening.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { Listener, viewer } from "#tests/helpers/rooms.ts";
import { profileRoom } from "../stubs.ts";

beginEveningsInAHall();

const profilePage = (act: Act) => Listener.open(profileRoom(env, act.id), viewer("fan"));
const wasLive = (page: Listener) => page.events.some((each) => each.event === "room set" && each.data.online);

test("each performer has an exact broadcast, history and peak of their own", async () => {
  const cem = await evening.act();
  const acts = [ada, bob, cem];
  const sets: string[] = [];
  for (const [i, act] of acts.entries()) sets.push(await evening.book(hall, act, i * 30, i * 30 + 30));
  const crowd: Listener[] = [];
  for (const [i, act] of acts.entries()) {
    if (i > 0) await evening.goTo(i * 30 - 1);
    await evening.connect(act);
    await evening.announce(act, "Somebody", `Title ${i}`);
    if (i > 0) await evening.goTo(i * 30);
    const { nextSet, currentDj, endTime } = await evening.hears(hall, sets[i] ?? "");
    expect(currentDj?.id).toBe(act.id);
    expect(endTime).toBe(evening.at(i * 30 + 30));
    expect(nextSet?.id).toBe(sets[i + 1]);
    const listener = await Listener.open(hall.room, viewer(`fan ${i}`));
    await listener.send("listen", { class: "normal" });
    crowd.push(listener);
    await evening.goTo(i * 30 + 1);
    await evening.eventually(
      () => evening.onAir(hall),
      ({ currentListeners }) => currentListeners === crowd.length,
    );
    if (i > 0) await evening.disconnect(acts[i - 1] ?? act);
  }
  await evening.goTo(92);
  await evening.isQuiet(hall);
  for (const [i, act] of acts.entries()) {
    const [row] = await evening.eventually(
      evening.rows("select * from broadcasts where set_id = ?", sets[i] ?? ""),
      (rows) => rows[0]?.ended_at != null,
    );
    expect(row).toMatchObject({
      performer_id: act.id,
      stage_id: hall.id,
      started_at: evening.at(i * 30),
      ended_at: evening.at(act === cem ? 92 : i * 30 + 30),
      peak_listeners: i + 1,
    });
    expect(await evening.playsIn(sets[i] ?? "")).toMatchObject([
      { title: `Title ${i}`, played_at: evening.at(i * 30), listen_count: i + 1 },
    ]);
    const [set] = await evening.rows("select peak_listeners from sets where id = ?", sets[i] ?? "")();
    expect(set?.peak_listeners).toBe(i + 1);
  }
});

test("an overrunning performer stays on for up to two minutes without the next one, then moves to the profile", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  expect(await evening.isRouted(ada)).toBe(`stage/${hall.id}`);
  const page = await profilePage(ada);
  await evening.goTo(30);
  expect(await evening.hears(hall, first)).toMatchObject({ online: true, nextSet: { id: second } });
  await evening.goTo(31.9);
  expect((await evening.hears(hall, first)).online).toBe(true);
  expect(wasLive(page)).toBe(false);
  await evening.goTo(32);
  await evening.isOnProfile(ada);
  expect((await evening.isQuiet(hall)).nextSet?.id).toBe(second);
  expect(await evening.isRouted(ada)).toBe(`profile/${ada.id}`);
  await evening.connect(bob);
  await evening.hears(hall, second);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: first, stage_id: hall.id, started_at: evening.at(0), ended_at: evening.at(32) },
    { set_id: null, stage_id: null, started_at: evening.at(32), ended_at: null },
  ]);
});

test("the next performer's first sound takes the stage, and earlier tracks belong to the previous set", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  const listener = await Listener.open(hall.room, viewer("fan"));
  await listener.send("listen", { class: "normal" });
  await evening.goTo(29);
  await evening.connect(bob, { isSilent: true });
  await evening.goTo(30.2);
  await evening.announce(ada, "Ada", "One more");
  expect((await evening.hears(hall, first)).status).toBe("live");
  await evening.eventually(
    () => evening.onAir(hall),
    ({ currentTitle }) => currentTitle === "One more",
  );
  await evening.goTo(30.5);
  await evening.play(bob);
  await evening.hears(hall, second);
  const page = await profilePage(ada);
  // A performer who was replaced does not return when the next one disconnects.
  await evening.disconnect(bob);
  await evening.eventually(
    () => evening.onAir(hall),
    ({ status }) => status === "reconnecting",
  );
  await evening.goTo(30.7);
  await evening.isQuiet(hall);
  expect(wasLive(page)).toBe(false);
  const [broadcast] = await evening.rows("select * from broadcasts where set_id = ?", first)();
  expect(broadcast).toMatchObject({
    started_at: evening.at(0),
    ended_at: evening.at(30.5),
    peak_listeners: 1,
  });
  expect(await evening.playsIn(first)).toMatchObject([{ title: "One more", played_at: evening.at(30.2) }]);
  await evening.goTo(32);
  await evening.isOnProfile(ada);
});

test("an early performer waits on standby with sound and title, and is not on the profile", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  const page = await profilePage(bob);
  await evening.goTo(28.5);
  await evening.connect(bob);
  await evening.announce(bob, "Bob", "Opener");
  expect(await evening.isRouted(bob)).toBe(`stage/${hall.id}`);
  expect((await evening.hears(hall, first)).nextDj?.id).toBe(bob.id);
  await evening.goTo(30);
  await evening.hears(hall, second);
  await evening.eventually(
    () => evening.onAir(hall),
    ({ currentTitle }) => currentTitle === "Opener",
  );
  expect(await evening.playsIn(second)).toMatchObject([{ played_at: evening.at(30) }]);
  expect(wasLive(page)).toBe(false);
  await evening.goTo(32);
  await evening.isOnProfile(ada);
});

test("a performer with sets on two stages moves between them without being on the profile", async () => {
  const cellar = await evening.hall();
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(cellar, ada, 30, 60);
  const page = await profilePage(ada);
  await evening.connect(ada);
  await evening.announce(ada, "Ada", "The long one");
  await evening.hears(hall, first);
  expect(await evening.isRouted(ada)).toBe(`stage/${hall.id}`);
  await evening.goTo(29);
  await evening.isQuiet(cellar);
  await evening.goTo(30);
  await evening.hears(cellar, second);
  await evening.isQuiet(hall);
  expect(await evening.isRouted(ada)).toBe(`stage/${cellar.id}`);
  expect(wasLive(page)).toBe(false);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: first, stage_id: hall.id, ended_at: evening.at(30) },
    { set_id: second, stage_id: cellar.id, started_at: evening.at(30) },
  ]);
  expect(await evening.playsIn(first)).toMatchObject([{ title: "The long one" }]);
});

test.each(["another", "the same"])(
  "a title ends with its set: it opens no later one of its performer on %s stage",
  async (which) => {
    const next = which === "another" ? await evening.hall() : hall;
    const first = await evening.book(hall, ada, 0, 30);
    const second = await evening.book(next, ada, 30, 60);
    await evening.connect(ada);
    await evening.announce(ada, "Ada", "The long one");
    await evening.hears(hall, first);
    await evening.goTo(30);
    const onAir = await evening.hears(next, second);
    expect(onAir).toMatchObject({ currentTitle: null, currentArtist: null });
    await evening.goTo(31);
    await evening.announce(ada, "Ada", "Next");
    await evening.eventually(
      () => evening.onAir(next),
      ({ currentTitle }) => currentTitle === "Next",
    );
    expect(await evening.playsIn(first)).toMatchObject([{ title: "The long one" }]);
    expect(await evening.playsIn(second)).toMatchObject([{ title: "Next", played_at: evening.at(31) }]);
  },
);

test("a stage that was idle since the booking knows of the performer's earlier set on another stage", async () => {
  const cellar = await evening.hall();
  const later = await evening.book(hall, ada, 90, 120);
  const sooner = await evening.book(cellar, ada, 60, 90);
  hall.guest.close();
  await evening.goTo(89);
  await evening.connect(ada);
  await evening.hears(cellar, sooner);
  await evening.goTo(90);
  await evening.hears(hall, later);
  await evening.isQuiet(cellar);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: sooner, started_at: evening.at(89), ended_at: evening.at(90) },
    { set_id: later, started_at: evening.at(90) },
  ]);
});
