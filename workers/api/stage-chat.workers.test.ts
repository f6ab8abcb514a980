/** A stage's managers, and the performer on air there, moderate its chat. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { StageLogEntry } from "#app/domains/air/stages/contract/manage.ts";
import type { ModerationNoticeView, ModerationView } from "#app/domains/air/stages/contract/moderation.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { everyTable } from "#tests/helpers/storage.ts";

async function makeChat() {
  const [manager, bo] = [await makePerson(), await makePerson()];
  const stage = await makeStage(manager);
  const room = env.STAGE_ROOM.getByName(stage.id);
  const page = await Listener.open(room, viewer(bo.id));
  const ask = (as: Person, call: string, fields: object = {}) =>
    request(`/api/roomChat/${call}`, { as, body: { room: stage.id, ...fields } });
  const say = async (text: string) => {
    const reply = await page.say(text);
    return reply.event === "ack" ? (reply.data as { _id: string })._id : reply.code;
  };
  return { stage, room, manager, bo, page, ask, say };
}

const shownIn = async (room: Parameters<typeof Listener.open>[0]) => {
  const { data } = await (await Listener.open(room)).event("snapshot");
  return data.messages.map(({ message }) => message);
};

const logOf = async (as: Person, stageId: string) => {
  const entries = await answerOf<StageLogEntry[]>(
    request("/api/rooms/getLog", { as, body: { room: stageId } }),
  );
  return entries.map(({ actor, action, details }) => ({ actor, action, details }));
};

test("a deleted message disappears for everyone, and the log names its author but not its text", async () => {
  const { stage, room, manager, bo, page, ask, say } = await makeChat();
  const messageId = await say("an unrepeatable thing");
  expect(await answerOf(ask(manager, "deleteMessage", { messageId }))).toEqual({
    type: "confirm",
    message: "Message deleted",
  });
  expect((await page.event("message deleted")).data).toEqual({ _id: messageId });
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.messages).toEqual([]);
  await answerOf(ask(manager, "deleteMessage", { messageId }), 404);
  expect(await logOf(manager, stage.id)).toEqual([
    { actor: manager.username, action: "chat-message-deleted", details: { person: bo.username } },
  ]);
  expect(JSON.stringify(await everyTable())).not.toContain("unrepeatable");
});

test("authorized users can delete several messages or all of one user for everyone", async () => {
  const { stage, room, manager, bo, page, ask, say } = await makeChat();
  const [first, second, third] = [await say("one"), await say("two"), await say("three")];
  const other = await Listener.open(room, viewer(manager.id));
  await other.say("mine");
  const reader = await Listener.open(room);
  for (const asker of [bo, await makePerson(), await makePerson({ isManager: true })])
    await answerOf(ask(asker, "deleteMessages", { messageIds: [first] }), 404);
  const deleteTwo = { messageIds: [first, third, third, "no such message"] };
  expect(await answerOf(ask(manager, "deleteMessages", deleteTwo))).toMatchObject({
    message: "2 messages deleted",
  });
  const frame = reader.texts.findLast((text) => text.includes("message deleted")) ?? "";
  const told = JSON.parse(frame) as { event: string; data: { _id: string } }[];
  expect(told.map(({ data }) => data._id).toSorted(), "one frame for all of them").toEqual([first, third]);
  expect(await shownIn(room)).toEqual(["mine", "two"]);
  await answerOf(ask(manager, "deleteMessages", deleteTwo), 404);

  const before = page.lastSeq;
  await say("four");
  await answerOf(ask(manager, "deleteMessages", { user: bo.id }));
  expect(await shownIn(room)).toEqual(["mine"]);
  const resumed = await Listener.open(room, undefined, before);
  expect(JSON.stringify(resumed.texts)).not.toContain('"four"');
  expect((await logOf(manager, stage.id)).map(({ action, details }) => [action, details])).toEqual([
    ["chat-messages-deleted", { messages: "2", people: bo.username }],
    ["chat-messages-deleted", { messages: "2", people: bo.username }],
  ]);
  for (const wrong of [
    {},
    { messageIds: [] },
    { messageIds: [second], user: bo.id },
    { messageIds: Array.from({ length: 201 }, (_, index) => `${index}`) },
    { messageIds: ["x".repeat(65)] },
  ])
    await answerOf(ask(manager, "deleteMessages", wrong), 400);
});

test("time-outs and bans are listed with their author until they are lifted", async () => {
  const { stage, manager, bo, ask, say } = await makeChat();
  expect(await answerOf(ask(manager, "timeout", { user: bo.id, minutes: 10 }))).toEqual({
    type: "confirm",
    message: `${bo.username} cannot write here for 10 minutes`,
  });
  expect(await say("hello?")).toBe("chat-timeout");
  const until = expect.any(Number);
  const listed = { user: { id: bo.id, username: bo.username }, by: manager.username };
  expect((await answerOf<ModerationView>(ask(manager, "getModeration"))).restricted).toMatchObject([
    { ...listed, until },
  ]);
  const banned = await answerOf<ModerationNoticeView>(ask(manager, "ban", { user: bo.id }));
  expect(banned.restricted).toMatchObject([{ ...listed, until: null }]);
  expect(await say("hello?")).toBe("chat-banned");
  const lifted = await answerOf<ModerationNoticeView>(ask(manager, "lift", { user: bo.id }));
  expect(lifted).toMatchObject({ restricted: [], message: `${bo.username} can write here again` });
  expect(await say("hello!")).toMatch(/^[0-9A-Z]{26}$/);
  // Lifting a restriction that does not exist is not logged.
  await answerOf(ask(manager, "lift", { user: bo.id }));
  expect((await logOf(manager, stage.id)).map(({ action }) => action)).toEqual([
    "chat-lifted",
    "chat-banned",
    "chat-timeout",
  ]);
  for (const minutes of [0, 2, -1, 1_441, "10"])
    await answerOf(ask(manager, "timeout", { user: bo.id, minutes }), 400);
});

test("a stage keeps 2,000 bans and timeouts, and none that is over", async () => {
  const { stage, manager, bo, ask } = await makeChat();
  const fill = async (name: string, count: number, until: number | null) => {
    const numbers =
      "with recursive c(n) as (select 1 union all select n + 1 from c where n < ?2) select n from c";
    const columns = "id, username, username_key, email, email_key, password_hash, created_at";
    await env.DB.prepare(
      `insert into users (${columns}) select ?1 || n, ?1 || n, ?1 || n, ?1 || n, ?1 || n, '', 0 from (${numbers})`,
    )
      .bind(name, count)
      .run();
    await env.DB.prepare(
      "insert into stage_restrictions (stage_id, user_id, until, created_at) select ?1, id, ?2, 0 from users where id like ?3",
    )
      .bind(stage.id, until, `${name}%`)
      .run();
  };
  await fill("over", 3, 1);
  await fill("rude", 1_999, null);
  await answerOf(ask(manager, "ban", { user: bo.id }));
  const { n } = (await env.DB.prepare("select count(*) as n from stage_restrictions where stage_id = ?")
    .bind(stage.id)
    .first<{ n: number }>()) ?? { n: 0 };
  expect(n).toBe(2_000);
  const refused = await answerOf<{ message: string }>(
    ask(manager, "ban", { user: (await makePerson()).id }),
    409,
  );
  expect(refused.message).toBe("A stage has at most 2000 bans and timeouts. Remove one first.");
  // One of those is replaced.
  await answerOf(ask(manager, "ban", { user: bo.id }));
});

test("a changed chat setting reaches the room immediately and is logged without its words", async () => {
  const { stage, manager, ask, say } = await makeChat();
  await answerOf(ask(manager, "update", { blockedWords: ["spam", "spam", "buy followers"] }));
  await answerOf(ask(manager, "update", { slowSeconds: 30, hasLinks: false }));
  expect(await say("SPÁM!")).toBe("chat-word");
  expect(await say("see example.com")).toBe("chat-links");
  expect(await say("fine")).toMatch(/^[0-9A-Z]{26}$/);
  expect(await say("fine too")).toBe("slow-mode");
  const { settings } = await answerOf<ModerationView>(ask(manager, "getModeration"));
  expect(settings).toEqual({ slowSeconds: 30, hasLinks: false, blockedWords: ["spam", "buy followers"] });
  expect(await logOf(manager, stage.id)).toEqual([
    {
      actor: manager.username,
      action: "chat-changed",
      details: { "slow mode": "off → 30 s", links: "on → off" },
    },
    { actor: manager.username, action: "chat-changed", details: { "blocked words": "0 → 2" } },
  ]);
  const wordless = await answerOf<{ message: string }>(ask(manager, "update", { blockedWords: ["!?"] }), 400);
  expect(wordless.message).toBe("“!?” is not a word: it needs at least one letter or digit.");
  for (const wrong of [
    { slowSeconds: -1 },
    { slowSeconds: 3_601 },
    { slowSeconds: 1.5 },
    { blockedWords: ["x".repeat(51)] },
    { blockedWords: Array.from({ length: 101 }, (_, i) => `word${i}`) },
  ])
    await answerOf(ask(manager, "update", wrong), 400);
});

test("the performer on air can delete and time out, but not ban, lift or change settings", async () => {
  const { stage, room, manager, bo, ask, say } = await makeChat();
  const ada = await makePerformer();
  const messageId = await say("rude");
  await answerOf(ask(ada, "deleteMessage", { messageId }), 404);
  await makeSet(stage, ada, -60_000);
  await room.refresh();
  await room.streamChanged(report("performer", ada.id));
  await answerOf(ask(ada, "deleteMessage", { messageId }));
  await answerOf(ask(ada, "timeout", { user: bo.id, minutes: 1 }));
  expect(await say("again")).toBe("chat-timeout");
  await answerOf(ask(ada, "timeout", { user: manager.id, minutes: 1 }), 409);
  for (const call of ["ban", "lift"]) await answerOf(ask(ada, call, { user: bo.id }), 404);
  for (const call of ["getModeration", "update"]) await answerOf(ask(ada, call), 404);
  await answerOf(ask(manager, "ban", { user: bo.id }));
  await answerOf(ask(ada, "timeout", { user: bo.id, minutes: 1 }), 404);
  expect(await say("still")).toBe("chat-banned");
});
