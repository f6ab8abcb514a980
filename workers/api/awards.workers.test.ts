import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { InboxEvent } from "#app/domains/air/messages/live/protocol.ts";
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import type { AwardAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import type { ListedPersonView, ProfileView } from "#app/domains/people/people/contract/people.ts";
import type { FollowView, PersonCard } from "#app/domains/people/people/contract/relations.ts";
import type {
  EarnedAwardView,
  GeneralAwardView,
  RoomAwardView,
  ShownAwardsView,
} from "#app/domains/value/awards/contract.ts";
import type { PerformerRankView } from "#app/domains/value/stats/contract.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, until } from "#tests/helpers/rooms.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { makePlay, makeStage, operate } from "#tests/helpers/stages.ts";

const awardsOf = (person: Person) =>
  answerOf<EarnedAwardView[]>(request("/api/awards/getMyAwards", { as: person }));
const grant = (person: Person, award: string, more: { stage?: string } = {}) =>
  operate<AwardAnswer>("grant-award", { user: person.id, award, ...more });
const manage = (person: Person, body: unknown, status = 200) =>
  answerOf<ShownAwardsView>(request("/api/awards/manage", { as: person, body }), status);
const shownOf = (person: Person) =>
  env.DB.prepare("select title, badge from users where id = ?").bind(person.id).first();

test("awards that everyone can earn have both wordings, and awards that are only granted are not listed", async () => {
  const person = await makePerson();
  const awards = await answerOf<GeneralAwardView[]>(request("/api/awards/getGeneralAwards", { as: person }));
  expect(awards.length).toBeGreaterThanOrEqual(12);
  expect(awards[0]).toEqual({
    id: "first-set",
    _id: "first-set",
    title: "Opener",
    name: "First set on a stage",
    musicianTitle: "Opening Act",
    musicianName: "First performance on a stage",
    badge: "/badges/first-set.svg",
    note: null,
    group: "performing",
    earnedAt: null,
  });
  expect(awards.map(({ id }) => id)).not.toContain("pioneer");
  expect(new Set(awards.map(({ title }) => title)).size).toBe(awards.length);
});

test("an award is granted once per stage with the current statistics and a notification", async () => {
  const manager = await makePerson();
  const stage = await makeStage(manager, { name: "The Cellar" });
  const performer = await makePerformer({ username: "Granted" });
  await makePerson({ referrerId: performer.id });
  const { playId, trackId } = await makePlay({ stageId: stage.id, performerId: performer.id });
  await answerOf(
    request("/api/favorites/favorite", {
      as: manager,
      body: { track: trackId, trackHistory: playId, set: null, dj: performer.id, fresh: true },
    }),
  );

  const granted = await Promise.all(Array.from({ length: 10 }, () => grant(performer, "resident")));
  expect(granted.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(granted[0]).toMatchObject({ id: performer.id, award: "ten-sets", title: "Resident" });
  expect(await grant(performer, "10 PERFORMANCES played", { stage: stage.customUrl })).toMatchObject({
    award: "ten-sets",
    isNew: true,
  });
  expect((await grant(performer, "ten-sets", { stage: stage.id })).isNew).toBe(false);

  const [fromStage, general, ...rest] = await awardsOf(performer);
  expect(rest).toEqual([]);
  expect(fromStage).toMatchObject({ title: "Resident", room: { id: stage.id, name: "The Cellar" } });
  expect(general).toMatchObject({
    room: null,
    favorites: 1,
    cheers: 0,
    setsPlayed: 0,
    hours: 0,
    referrals: 1,
    isTitle: false,
    isBadge: false,
  });
  const { notices } = await inboxOf(performer);
  expect(notices.map(({ kind, message }) => ({ kind, message }))).toEqual([
    { kind: "award", message: "The Cellar awarded you a new Resident title and badge" },
    { kind: "award", message: "You have been awarded a new Resident title and badge" },
  ]);
  expect(await awardsOf(manager)).toEqual([]);

  await operate("grant-award", { user: "Nobody", award: "ten-sets" }, 404);
  await operate("grant-award", { user: performer.id, award: "a medal" }, 404);
  await operate("grant-award", { user: performer.id, award: "ten-sets", stage: "nowhere" }, 404);
  await operate("grant-award", { user: performer.id }, 400);
});

test("the awards of a stage are listed newest first, without numbers that their owners hide", async () => {
  const manager = await makePerson();
  const stage = await makeStage(manager);
  const open = await makePerformer({ performerType: "dj" });
  const shy = await makePerformer({ performerType: "musician", hideProfileStats: true });
  const banned = await makePerformer({ bannedAt: 1 });
  await grant(open, "first-set", { stage: stage.id });
  await grant(open, "ten-hours");
  await grant(banned, "first-set", { stage: stage.id });
  await grant(shy, "pioneer", { stage: stage.id });
  const seenBy = (as: Person, room = stage.id, status = 200) =>
    answerOf<RoomAwardView[]>(request("/api/awards/getRoomAwards", { as, body: { room } }), status);

  const awards = await seenBy(manager, stage.customUrl ?? stage.id);
  expect(awards.map(({ user }) => user.username).toSorted()).toEqual(
    [open.username, shy.username].toSorted(),
  );
  const shown = { room: { id: stage.id }, dj: true, setsPlayed: 0, hours: 0, referrals: 0 };
  expect(awards).toContainEqual(
    expect.objectContaining({ ...shown, room: expect.objectContaining(shown.room) }),
  );
  const hidden = awards.find(({ user }) => user.id === shy.id);
  expect(hidden).toMatchObject({ dj: false, setsPlayed: null, hours: null, listens: null, cheers: null });
  expect((await seenBy(shy)).find(({ user }) => user.id === shy.id)).toMatchObject({ setsPlayed: 0 });
  await seenBy(manager, "nowhere", 404);
});

test("an earned award can be displayed as title or badge, and removed", async () => {
  const person = await makePerformer({ performerType: "musician" });
  await grant(person, "first-set");
  await grant(person, "ten-hours");
  const [second, first] = await awardsOf(person);
  expect(await manage(person, { award: first?.id, awardType: "title" })).toEqual({
    type: "confirm",
    message: "Displayed award changed",
    title: "Opening Act",
    badge: null,
  });
  expect(await manage(person, { award: first?.id, awardType: "badge", remove: false })).toMatchObject({
    title: "Opening Act",
    badge: "/badges/first-set.svg",
  });
  await manage(person, { award: second?.id, awardType: "title" });
  expect(await shownOf(person)).toEqual({ title: "Long Player", badge: "/badges/first-set.svg" });
  expect((await awardsOf(person)).map(({ isTitle, isBadge }) => ({ isTitle, isBadge }))).toEqual([
    { isTitle: true, isBadge: false },
    { isTitle: false, isBadge: true },
  ]);

  await manage(person, { award: null, awardType: "badge", remove: true });
  await manage(person, { awardType: "title", remove: true });
  expect(await shownOf(person)).toEqual({ title: null, badge: null });
});

test("an award that was not earned or has no badge cannot be displayed", async () => {
  const [owner, other] = [await makePerson(), await makePerson()];
  await grant(owner, "pioneer");
  await grant(other, "ten-hours");
  const drawing = "/badges/ten-hours.svg";
  const giveBadge = (badge: string | null) =>
    env.DB.prepare("update awards set badge = ? where id = 'ten-hours'").bind(badge).run();
  await giveBadge(null);
  const [theirs] = await awardsOf(owner);
  const [own] = await awardsOf(other);
  for (const award of [theirs?.id, "pioneer", "nothing"]) {
    for (const awardType of ["title", "badge"]) await manage(other, { award, awardType }, 404);
  }
  await manage(other, { award: own?.id, awardType: "badge" }, 400);
  for (const body of [
    {},
    { awardType: "title" },
    { award: own?.id, awardType: "crown" },
    { award: 5, awardType: "title" },
  ])
    await manage(other, body, 400);
  expect(await shownOf(other)).toEqual({ title: null, badge: null });
  await giveBadge(drawing);
});

test("a displayed badge appears with chat messages, unless its owner turns that off", async () => {
  const person = await makePerson();
  const stage = await makeStage(person);
  await grant(person, "pioneer");
  const [award] = await awardsOf(person);
  await manage(person, { award: award?.id, awardType: "badge" });
  const badgeOfNext = async (message: string) => {
    const headers = { upgrade: "websocket", authorization: `Bearer ${person.token}` };
    const { webSocket } = await request(`/realtime/stage/${stage.id}`, { headers });
    if (webSocket === null) throw new Error("not upgraded");
    const page = new Listener(webSocket);
    await page.say(message);
    const said = await until(() =>
      page.events.find((event) => event.event === "room message" && event.data.message === message),
    );
    page.close();
    return said.event === "room message" && said.data.badge;
  };
  expect(await badgeOfNext("With it")).toBe("/badges/pioneer.svg");
  await answerOf(request("/api/users/saveProfile", { as: person, body: { badgeDisplayChat: false } }));
  expect(await badgeOfNext("Without it")).toBeNull();
  await answerOf(request("/api/users/saveProfile", { as: person, body: { badgeDisplayChat: true } }));
  await manage(person, { awardType: "badge", remove: true });
  expect(await badgeOfNext("Taken off")).toBeNull();
});

test("a displayed badge appears with its name on the profile and in every list of users", async () => {
  const [person, reader] = [await makePerformer(), await makePerson()];
  const stage = await makeStage(person);
  await answerOf(request("/api/users/follow", { as: reader, body: { user: person.id } }));
  const [owner, at] = [{ user: person.id }, { room: stage.id }];
  await answerOf(request("/api/roomMembers/addMember", { as: person, body: { ...at, user: reader.id } }));
  await grant(person, "first-set");
  const [award] = await awardsOf(person);
  await manage(person, { award: award?.id, awardType: "badge" });

  const read = <Answer>(path: string, body?: unknown) =>
    answerOf<Answer>(request(path, { as: reader, ...(body === undefined ? {} : { body }) }));
  const [followed] = await read<FollowView[]>("/api/users/getFollowing", { user: reader.id });
  const [follow] = await read<FollowView[]>("/api/users/getFollowers", owner);
  const found = await read<PersonCard[]>("/api/users/search", { user: person.username });
  const [manager] = await read<ListedPersonView[]>("/api/rooms/getManagers", at);
  const [member] = await read<MemberView[]>("/api/roomMembers/getMembers", at);
  const newest = await read<PerformerRankView[]>("/api/djs/newest");
  const profile = await read<ProfileView>("/api/users/getProfile", owner);
  const wornBadge = { badge: "/badges/first-set.svg", name: "Opener" };
  expect(profile.badges).toEqual([wornBadge.badge]);
  const wearers = [
    profile,
    followed?.following,
    follow?.following,
    found.find(({ id }) => id === person.id),
    manager,
    newest.find(({ id }) => id === person.id)?.user,
  ];
  for (const wearer of wearers) expect(wearer).toMatchObject({ id: person.id, wornBadge });
  for (const bare of [follow?.user, member?.user])
    expect(bare).toMatchObject({ id: reader.id, wornBadge: null });

  await manage(person, { awardType: "badge", remove: true });
  expect(await read("/api/users/getProfile", owner)).toMatchObject({ badges: [], wornBadge: null });
});

test("changing the performer type changes the wording of the displayed award", async () => {
  const person = await makePerformer({ performerType: "dj" });
  await grant(person, "hundred-cheers");
  const [award] = await awardsOf(person);
  await manage(person, { award: award?.id, awardType: "title" });
  expect(await shownOf(person)).toMatchObject({ title: "Hands Up" });
  await answerOf(request("/api/djs/saveProfile", { as: person, body: { performerType: "musician" } }));
  expect(await shownOf(person)).toMatchObject({ title: "Standing Ovation" });
  await operate("make-performer", { user: person.id, type: "dj" });
  expect(await shownOf(person)).toMatchObject({ title: "Hands Up" });
});

async function inboxOf(person: Person) {
  const socket = await openSocket(inbox(env, person.id), "/realtime/inbox", viewer(person.id), InboxEvent);
  const frame = await socket.next();
  if (frame.event !== "snapshot") throw new Error(`not a snapshot: ${frame.event}`);
  return frame.data;
}
