import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { ReportedPersonView } from "#app/domains/outside/operator/contract/moderation.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, viewer } from "#tests/helpers/rooms.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const idOf = (reply: Awaited<ReturnType<Listener["send"]>>) =>
  reply.event === "ack" ? (reply.data as { _id: string })._id : "";
const remove = (as: { token: string }, messageId: unknown) =>
  request("/api/messages/deleteProfileMessage", { as, body: { messageId } });

test("only the owner of a profile can delete any of its chat messages", async () => {
  const [owner, guest] = [await makePerson(), await makePerson()];
  const page = await Listener.open(env.PROFILE_ROOM.getByName(owner.id), viewer(guest.id));
  const first = idOf(await page.send("profileChat", { msg: "first" }));
  const second = idOf(await page.send("profileChat", { msg: "second" }));

  expect(await answerOf(remove(guest, first), 404)).toMatchObject({ code: "not-found" });
  expect(await answerOf(remove(owner, first))).toEqual({ type: "confirm", message: "Message deleted" });
  expect((await page.event("message deleted")).data).toEqual({ _id: first });
  expect(await answerOf(remove(owner, first), 404)).toMatchObject({ code: "not-found" });
  const late = await Listener.open(env.PROFILE_ROOM.getByName(owner.id));
  expect((await late.event("snapshot")).data.messages.map(({ _id }) => _id)).toEqual([second]);
  for (const malformed of ["", 7, null, "x".repeat(65)])
    expect(await answerOf(remove(owner, malformed), 400)).toMatchObject({ code: "bad-input" });
});

test("only the owner of a profile can delete several of its chat messages or all of one user", async () => {
  const [owner, guest] = [await makePerson(), await makePerson()];
  const room = env.PROFILE_ROOM.getByName(owner.id);
  const page = await Listener.open(room, viewer(guest.id));
  const ids = await Promise.all(
    ["1", "2", "3"].map(async (msg) => idOf(await page.send("profileChat", { msg }))),
  );
  const ask = (as: { token: string }, body: object) =>
    request("/api/messages/deleteProfileMessages", { as, body });
  await answerOf(ask(guest, { messageIds: ids }), 404);
  await answerOf(ask(owner, { messageIds: ids.slice(0, 1) }));
  expect(await answerOf(ask(owner, { user: guest.id }))).toMatchObject({ message: "2 messages deleted" });
  await answerOf(ask(owner, { user: guest.id }), 404);
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.messages).toEqual([]);
});

describe("what everyone may do with messages of a chat", () => {
  const chats = {
    stage: async () => {
      const stage = await makeStage(await makePerson({ isManager: true }));
      return { room: env.STAGE_ROOM.getByName(stage.id), event: "roomChat", where: { room: stage.id } };
    },
    profile: async () => {
      const owner = await makePerson();
      return {
        room: env.PROFILE_ROOM.getByName(owner.id),
        event: "profileChat",
        where: { profile: owner.id },
      };
    },
  };

  test.each(Object.entries(chats))("their own they delete on a %s, and no one else's", async (_, open) => {
    const { room, event, where } = await open();
    const [ann, bob] = [await makePerson(), await makePerson()];
    const page = await Listener.open(room, viewer(ann.id));
    const messageId = idOf(await page.send(event, { msg: "a slip" }));
    const ask = (as: { token: string }, body: object) =>
      request("/api/messages/deleteOwnMessage", { as, body });
    await answerOf(ask(bob, { ...where, messageId }), 404);
    expect(await answerOf(ask(ann, { ...where, messageId }))).toEqual({
      type: "confirm",
      message: "Message deleted",
    });
    expect((await page.event("message deleted")).data).toEqual({ _id: messageId });
    await answerOf(ask(ann, { ...where, messageId }), 404);
    for (const nowhere of [{}, { room: "a", profile: "b" }])
      await answerOf(ask(ann, { ...nowhere, messageId }), 400);
    await answerOf(ask(ann, { room: "nowhere", messageId }), 404);
  });

  test.each(Object.entries(chats))("others' they report on a %s, as they were", async (_, open) => {
    const { room, event, where } = await open();
    const [ann, bob, operator] = [
      await makePerson(),
      await makePerson(),
      await makePerson({ isOperator: true }),
    ];
    const page = await Listener.open(room, viewer(bob.id));
    const messageId = idOf(await page.send(event, { msg: "something foul" }));
    const ask = (as: { token: string }, body: object = {}) =>
      request("/api/abuse/submitMessage", { as, body: { ...where, messageId, offenseCode: 3, ...body } });
    await answerOf(ask(bob), 400);
    await answerOf(ask(ann, { messageId: "nothing" }), 404);
    // A report about the person, earlier that day, gets the message too.
    await answerOf(request("/api/abuse/submit", { as: ann, body: { offender: bob.id, offenseCode: 0 } }));
    expect(await answerOf(ask(ann))).toMatchObject({ type: "confirm" });
    expect(await answerOf(ask(ann))).toMatchObject({ type: "warning" });
    await answerOf(request("/api/messages/deleteOwnMessage", { as: bob, body: { ...where, messageId } }));
    const reported = await answerOf<ReportedPersonView[]>(
      request("/api/operator/reported", { as: operator, body: {} }),
    );
    const about = reported.find(({ person }) => person.id === bob.id)?.reports ?? [];
    expect(about.map(({ message }) => message?.text)).toEqual(["something foul"]);
  });
});

test("a reply names a message that is shown, and a message that is gone is not answered", async () => {
  const stage = await makeStage(await makePerson({ isManager: true }));
  const room = env.STAGE_ROOM.getByName(stage.id);
  const [ann, bob] = [await makePerson(), await makePerson()];
  const page = await Listener.open(room, viewer(ann.id));
  const other = await Listener.open(room, viewer(bob.id));
  const first = idOf(await page.send("roomChat", { msg: "what is this track?" }));
  await other.send("roomChat", { msg: "First light", replyTo: first });
  const said = await page.event("room message", ({ data }) => data.message === "First light");
  expect(said.data).toMatchObject({ replyTo: first });
  await answerOf(
    request("/api/messages/deleteOwnMessage", { as: ann, body: { room: stage.id, messageId: first } }),
  );
  expect(await other.send("roomChat", { msg: "too late", replyTo: first })).toMatchObject({ event: "ack" });
  const late = await page.event("room message", ({ data }) => data.message === "too late");
  expect(late.data).not.toHaveProperty("replyTo");
});

test("writing in a chat records its room once, for existing accounts only", async () => {
  const writer = await makePerson();
  const stage = await makeStage(await makePerson({ isManager: true }));
  const gone = "an account that is gone";
  const places = async () =>
    (
      await env.DB.prepare("select * from chat_places where user_id in (?, ?) order by room")
        .bind(writer.id, gone)
        .all()
    ).results;
  const room = await Listener.open(env.STAGE_ROOM.getByName(stage.id), viewer(writer.id));
  const profile = await Listener.open(env.PROFILE_ROOM.getByName(writer.id), viewer(writer.id));
  const stranger = await Listener.open(env.STAGE_ROOM.getByName(stage.id), viewer(gone));
  for (let i = 0; i < 3; i++) await room.say(`${i}`);
  await profile.send("profileChat", { msg: "hi" });
  await stranger.say("hi");
  await vi.waitFor(async () =>
    expect(await places()).toEqual([
      { user_id: writer.id, room: `profile/${writer.id}` },
      { user_id: writer.id, room: `stage/${stage.id}` },
    ]),
  );
});
