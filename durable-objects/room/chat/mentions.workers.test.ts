import { env, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { blocks } from "#db/schema/index.ts";
import { addPerformer, addStage, Listener, viewer } from "#tests/helpers/rooms.ts";
import { inbox, profileRoom } from "../../stubs.ts";

const patience = { interval: 20, timeout: 4_000 };
const told = (person: string) =>
  runInDurableObject(inbox(env, person), (_, { storage }) =>
    storage.sql.exec("select kind, message, url from notices order by seq desc").toArray(),
  );

test("a mention notifies an absent user once with a link, but not a present or blocked user or the author", async () => {
  for (const id of ["ann", "bob", "cleo", "dan"]) await addPerformer(id);
  await openDb(env.DB).insert(blocks).values({ userId: "dan", blockedId: "ann", createdAt: 1 });
  const room = await addStage("named");
  const ann = await Listener.open(room, viewer("ann"));
  await Listener.open(room, viewer("cleo"));
  const words = "@Bob, @bob, @cleo, @dan and @ann: hear this";
  await ann.send("roomChat", { msg: words }, "m1");
  await ann.send("roomChat", { msg: words }, "m1");
  const notice = { kind: "mention", message: `name of ann mentioned you: ${words}` };
  await vi.waitFor(
    async () => expect(await told("bob")).toEqual([{ ...notice, url: "/room/named" }]),
    patience,
  );
  await ann.send("roomChat", { msg: "@bob once more" });
  await vi.waitFor(async () => expect(await told("bob")).toHaveLength(2), patience);
  for (const id of ["ann", "cleo", "dan"]) expect([id, await told(id)]).toEqual([id, []]);
});

test("a mention on a profile links to it", async () => {
  for (const id of ["eve", "fay"]) await addPerformer(id);
  const eve = await Listener.open(profileRoom(env, "eve"), viewer("eve"));
  await eve.send("profileChat", { msg: "thanks @fay" });
  await vi.waitFor(async () => expect(await told("fay")).toMatchObject([{ url: "/profile/eve" }]), patience);
});

test("deleting a message withdraws its notifications, and not those of others", async () => {
  for (const id of ["gus", "hal", "ida"]) await addPerformer(id);
  const room = await addStage("regretted");
  const gus = await Listener.open(room, viewer("gus"));
  const said = await gus.send("roomChat", { msg: "@hal and @ida: a secret" });
  await gus.send("roomChat", { msg: "@hal: hello" });
  await vi.waitFor(async () => expect(await told("hal")).toHaveLength(2), patience);
  await vi.waitFor(async () => expect(await told("ida")).toHaveLength(1), patience);
  const { _id } = said.event === "ack" ? (said.data as { _id: string }) : { _id: "" };
  expect(await room.deleteMessages({ messageIds: [_id] })).toHaveLength(1);
  await vi.waitFor(async () => expect(await told("ida")).toEqual([]), patience);
  await vi.waitFor(
    async () =>
      expect(await told("hal")).toMatchObject([{ message: "name of gus mentioned you: @hal: hello" }]),
    patience,
  );
});

test("a reply notifies the absent writer of what it answers, once, also where it names them", async () => {
  for (const id of ["jan", "kit"]) await addPerformer(id);
  const room = await addStage("answered");
  const kit = await Listener.open(room, viewer("kit"));
  const asked = await kit.say("what is this track?");
  const { _id } = asked.event === "ack" ? (asked.data as { _id: string }) : { _id: "" };
  kit.close();
  const jan = await Listener.open(room, viewer("jan"));
  await jan.send("roomChat", { msg: "@kit First light", replyTo: _id });
  const message = "name of jan replied to you: @kit First light";
  await vi.waitFor(
    async () => expect(await told("kit")).toEqual([{ kind: "mention", message, url: "/room/answered" }]),
    patience,
  );
});
