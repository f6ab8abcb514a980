import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { InboxEvent } from "#app/domains/air/messages/live/protocol.ts";
import { mailAfterPushMs } from "#app/domains/people/notifications/rules.ts";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import {
  listed,
  mails,
  makeReader,
  notice,
  pass,
  pushed,
  settle,
  startAtNoon,
  tell,
  turnOn,
} from "#tests/helpers/reader.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { inbox } from "../stubs.ts";

startAtNoon();

test("a withdrawn notification is not pushed, emailed or listed, even if it arrives late", async () => {
  const ada = await makeReader("ada-back");
  const endpoint = await turnOn(ada);
  const regretted = notice("mention", { message: "regretted words", about: "nell-01" });
  const late = notice("message", { message: "late words" });
  await tell(ada, regretted);
  await tell(ada, notice("mention", { message: "good words" }));
  await inbox(env, ada.id).withdraw(regretted.key);
  await inbox(env, ada.id).withdraw(late.key);
  await tell(ada, late);
  await tell(ada, regretted);
  await settle(ada);
  pass(mailAfterPushMs);
  await settle(ada);
  expect(pushed(endpoint)).toEqual(["good words"]);
  expect(await listed(ada)).toEqual(["good words"]);
  expect((await mails(ada)).map(({ text }) => /regretted|late words/.test(text))).toEqual([false]);
  expect(await storageOf(inbox(env, ada.id))).not.toMatch(/regretted|late words/);
});

test("a withdrawn notification is removed from open pages and for resumed sockets", async () => {
  const ben = await makeReader("ben-back");
  const open = (query = "") =>
    openSocket(inbox(env, ben.id), `/realtime/inbox${query}`, viewer(ben.id), InboxEvent);
  const regretted = notice("mention");
  await tell(ben, notice("follow", { message: "stays" }));
  await tell(ben, regretted);
  const page = await open("?since=2");
  await inbox(env, ben.id).withdraw(regretted.key);
  expect(await page.next()).toMatchObject({ event: "notices read", seq: 3 });
  const left = { event: "snapshot", data: { notices: [{ message: "stays" }], unread: 1 }, seq: 3 };
  expect(await page.next()).toMatchObject(left);
  expect(await (await open("?since=1")).next()).toMatchObject(left);
});

test("a reworded notification has its new text in the list, pushes and emails", async () => {
  const cleo = await makeReader("cleo-back");
  const endpoint = await turnOn(cleo);
  const edited = notice("mention", { message: "a tpyo" });
  await tell(cleo, edited);
  const page = await openSocket(inbox(env, cleo.id), "/realtime/inbox", viewer(cleo.id), InboxEvent);
  expect(await page.next()).toMatchObject({ data: { notices: [{ message: "a tpyo" }] } });
  await inbox(env, cleo.id).reword(edited.key, "a typo");
  expect((await page.next()).event).toBe("notices read");
  expect(await page.next()).toMatchObject({ data: { notices: [{ message: "a typo" }] } });
  page.raw.close();
  await settle(cleo);
  expect(pushed(endpoint)).toEqual(["a typo"]);
  pass(mailAfterPushMs);
  await settle(cleo);
  expect((await mails(cleo)).map(({ text }) => text.includes("a typo"))).toEqual([true]);
  expect(await storageOf(inbox(env, cleo.id))).not.toContain("a tpyo");
});

test("a notification that arrived during a database outage can be withdrawn and reworded", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const dan = await makeReader("dan-back");
  const [gone, edited] = [notice("follow"), notice("follow", { message: "old words" })];
  const away = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("away"));
  await tell(dan, gone);
  await tell(dan, edited);
  await inbox(env, dan.id).withdraw(gone.key);
  await inbox(env, dan.id).reword(edited.key, "new words");
  away.mockRestore();
  pass(5_000);
  await settle(dan);
  expect(await listed(dan)).toEqual(["new words"]);
});

test("a block or a mute cancels pending notifications", async () => {
  const [eve, pest] = [await makeReader("eve-back"), await makeReader("pest-back")];
  const endpoint = await turnOn(eve);
  await tell(eve, notice("message", { about: pest.id, message: "from the pest" }));
  await tell(eve, notice("message", { group: "conversation/7", message: "from the muted" }));
  await tell(eve, notice("message", { about: "nell-01", message: "from Nell" }));
  await answerOf(request("/api/users/blockUser", { as: eve, body: { block: pest.id } }));
  await vi.waitFor(async () => expect(await storageOf(inbox(env, eve.id))).not.toContain("from the pest"));
  await inbox(env, eve.id).conversationChanged({
    conversation: conversationView("7", { lastTime: 1, isMuted: true }),
    isUnread: true,
    version: 1,
  });
  await settle(eve);
  expect(pushed(endpoint)).toEqual(["from Nell"]);
});
