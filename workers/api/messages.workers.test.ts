import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
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
