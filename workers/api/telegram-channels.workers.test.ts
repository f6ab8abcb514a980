import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  addChannel,
  added,
  expectNowhere,
  failNext,
  listTargets,
  makeBot,
  makeChat,
  newestChat,
  onAirEvent,
  post,
  press,
  receivedBy,
  removeTarget,
} from "#tests/helpers/channels.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { answerOf, refusalOf } from "#tests/helpers/request.ts";

const text = { text: "Hello" };

test("a Telegram chat is added by a bot's token and its name, address or number", async () => {
  const person = await makePerformer();
  const [token, id] = [await makeBot(), await makeChat("channel", "night_shift")];
  const refusal = (body: object) => refusalOf(addChannel(person, "telegram", { token, chat: id, ...body }));
  expect(await refusal({ token: "hello" })).toBe("not-a-bot-token");
  expect(await refusal({ chat: "Night Shift" })).toBe("not-a-chat");
  expect(await refusal({ token: `${token.slice(0, -4)}aaaa` })).toBe("bot-unknown");
  expect(await refusal({ chat: "@no_such_chat" })).toBe("chat-unknown");
  expect(await refusal({ chat: "-100987" })).toBe("chat-unknown");
  await failNext("telegram", { status: 502 });
  expect(await refusal({})).toBe("elsewhere-busy");
  await press("telegram", `/chats/${id}`, { do: "remove" });
  expect(await refusal({})).toBe("bot-shut-out");
  await press("telegram", `/chats/${id}`, { do: "add" });
  const target = await added(person, "telegram", { token, chat: "@night_shift" });
  expect(target).toMatchObject({ party: "telegram", name: "Night Shift", isRefused: false, canEdit: true });
  for (const chat of ["https://t.me/night_shift", "t.me/Night_Shift/", id])
    expect(await added(person, "telegram", { token, chat })).toMatchObject({ id: target.id });
  expect(await listTargets(person)).toHaveLength(1);
  await expectNowhere(token);
});

test("a Telegram chat gets a plain post, and changes it at the end", async () => {
  const person = await makePerformer();
  const stage = { id: "01STAGE", name: "Night Shift" };
  const chat = await makeChat("channel", "friday_club");
  const target = await added(person, "telegram", { token: await makeBot(), chat });
  const live = await post(target.id, { event: onAirEvent("live", person, stage) });
  expect(live).toMatchObject({
    is: "sent",
    url: expect.stringMatching(/^https:\/\/t\.me\/friday_club\/\d+$/),
  });
  const sent = (await receivedBy("telegram")).at(-1);
  expect(sent).toMatchObject({ method: "POST", path: "/bot…/sendMessage" });
  expect(sent?.body).toEqual({
    chat_id: expect.any(String),
    text: expect.stringContaining(` ${env.CUE_ORIGIN}/room/01STAGE`),
  });
  const remote = live.is === "sent" ? (live.remote ?? "") : "";
  const ended = { event: onAirEvent("ended", person, stage), remote };
  expect(await post(target.id, ended)).toMatchObject({ is: "sent" });
  // The same again is no failure.
  expect(await post(target.id, ended)).toMatchObject({ is: "sent" });
  expect((await receivedBy("telegram")).at(-1)).toMatchObject({
    path: "/bot…/editMessageText",
    status: 400,
  });
  expect(await post(target.id, { ...ended, remote: "999999" })).toMatchObject({ is: "refused" });
});

test("a Telegram chat that has become a supergroup gets its post there, from then on", async () => {
  const person = await makePerformer();
  const chat = await makeChat("group");
  const target = await added(person, "telegram", { token: await makeBot(), chat });
  await press("telegram", `/chats/${chat}`, { do: "upgrade" });
  const moved = await newestChat();
  expect(await post(target.id, text)).toMatchObject({ is: "sent" });
  const count = (await receivedBy("telegram")).length;
  expect(await post(target.id, text)).toMatchObject({ is: "sent" });
  const later = (await receivedBy("telegram")).slice(count);
  expect(later).toHaveLength(1);
  expect(later[0]).toMatchObject({ status: 200, body: { chat_id: moved } });
});

test("a Telegram chat says when it wants to be left alone, and is dead without its bot", async () => {
  const person = await makePerformer();
  const [token, chat] = [await makeBot(), await makeChat("group")];
  const target = await added(person, "telegram", { token, chat });
  await failNext("telegram", { status: 429, retryAfter: 7 });
  expect(await post(target.id, text)).toMatchObject({ is: "later", waitMs: 7_000 });
  await failNext("telegram", { status: 502 });
  expect(await post(target.id, text)).toMatchObject({ is: "later", waitMs: null });
  await failNext("telegram", { status: 400 });
  expect(await post(target.id, text)).toMatchObject({
    is: "refused",
    details: expect.stringContaining("not found"),
  });
  await failNext("telegram", { status: 401 });
  expect(await post(target.id, text)).toMatchObject({
    is: "dead",
    details: expect.stringContaining("token"),
  });
  await press("telegram", `/chats/${chat}`, { do: "remove" });
  expect(await post(target.id, text)).toMatchObject({
    is: "dead",
    details: expect.stringContaining("removed"),
  });
  expect(await refusalOf(addChannel(person, "telegram", { token, chat }))).toBe("bot-shut-out");
});

test("a Telegram chat gets nothing twice where no response came, and is removed with its secret", async () => {
  const person = await makePerformer();
  const target = await added(person, "telegram", { token: await makeBot(), chat: await makeChat("group") });
  await failNext("telegram", { status: 0, isHandled: true });
  expect(await post(target.id, text)).toEqual({ is: "unsure" });
  const before = (await receivedBy("telegram")).length;
  expect(await post(target.id, { ...text, isUnsure: true })).toEqual({ is: "unsure" });
  expect(await receivedBy("telegram")).toHaveLength(before);
  expect(await answerOf(removeTarget(person, target.id))).toEqual([]);
});
