/** Performers are told when they are recorded for the first time; no one reads the chat of what was not recorded. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeTapes, packets, type Tapes } from "#tests/helpers/recorded-batches.ts";
import { addPerformer, addStage, Listener, report, Uplink, viewer } from "#tests/helpers/rooms.ts";
import { Inbox } from "../../inbox/inbox.ts";

let tapes: Tapes;
beforeEach(() => {
  tapes = fakeTapes();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Plays on the performer's profile and goes off the air again. */
async function play(performerId: string): Promise<void> {
  const room = env.PROFILE_ROOM.getByName(performerId);
  const before = tapes.ends.length;
  await room.streamChanged(report("performer", performerId));
  const uplink = await Uplink.open(room, `stream-${performerId}`, crypto.randomUUID());
  uplink.sendFrames(packets(0, 310, Date.now()));
  await vi.waitFor(() => expect(uplink.taped().size).toBeGreaterThan(0));
  const down = { state: "down", disconnectedAt: Date.now() - 30_000 } as const;
  await room.streamChanged(report("performer", performerId, down));
  await vi.waitFor(() => expect(tapes.ends.length).toBeGreaterThan(before));
}

test("a performer is told once that their sets are recorded", async () => {
  const notify = vi.spyOn(Inbox.prototype, "notify");
  await addPerformer("new-one");
  await play("new-one");
  await vi.waitFor(() => expect(notify).toHaveBeenCalled());
  const [notice] = notify.mock.calls[0] ?? [];
  expect(notice).toMatchObject({
    kind: "booking",
    key: "replay-first:new-one",
    message: "Your sets are now recorded. Listeners can play them again; you decide in your settings.",
    url: "/settings/dj",
  });
  await play("new-one");
  expect(notify).toHaveBeenCalledTimes(1);
});

test("one who keeps replays to themselves, or who was recorded before, is not told", async () => {
  const notify = vi.spyOn(Inbox.prototype, "notify");
  for (const id of ["private-one", "known-one"]) await addPerformer(id);
  await env.DB.prepare("update users set replay_visibility = 'me' where id = 'private-one'").run();
  await env.DB.prepare(
    "insert into replays (id, performance, room, performer_id, status, started_at, visibility, may_download, is_in_feed, changed_at) values ('old', 'old', 'profile/known-one', 'known-one', 'ready', 0, 'always', 1, 1, 0)",
  ).run();
  for (const id of ["private-one", "known-one"]) {
    await play(id);
    const room = env.PROFILE_ROOM.getByName(id);
    await vi.waitFor(async () => expect(await waitingIn(room)).toBe("[]"));
  }
  expect(notify).not.toHaveBeenCalled();
});

test("the chat of a performance that was not recorded is not kept", async () => {
  tapes.keeps = false;
  const room = await addStage("unrecorded");
  await room.streamChanged(report("stage", "unrecorded"));
  const ann = await Listener.open(room, viewer("ann"));
  await ann.say("for the moment");
  const uplink = await Uplink.open(room, "stream-unrecorded");
  uplink.sendFrames(packets(0, 310, Date.now()));
  await vi.waitFor(() => expect(uplink.taped().size).toBeGreaterThan(0));
  const performance = tapes.append.mock.calls[0]?.[0].subject.performance ?? "";
  expect(await room.replayChat(performance)).toHaveLength(1);
  const down = { state: "down", disconnectedAt: Date.now() - 30_000 } as const;
  await room.streamChanged(report("stage", "unrecorded", down));
  await vi.waitFor(async () => expect(await room.replayChat(performance)).toEqual([]));
  expect(ann.events.some(({ event }) => event === "message deleted")).toBe(false);
});

test("the chat of a performance whose recording was stopped on air is not kept", async () => {
  const room = await addStage("stopped");
  await room.streamChanged(report("stage", "stopped"));
  const ann = await Listener.open(room, viewer("ann"));
  const uplink = await Uplink.open(room, "stream-stopped");
  uplink.sendFrames(packets(0, 310, Date.now()));
  await vi.waitFor(() => expect(uplink.taped().size).toBeGreaterThan(0));
  tapes.keeps = false;
  const performance = tapes.append.mock.calls[0]?.[0].subject.performance ?? "";
  await ann.say("after it was stopped");
  uplink.sendFrames(packets(310, 310, Date.now()));
  await vi.waitFor(() => expect(uplink.taped().size).toBeGreaterThan(310));
  expect(await room.replayChat(performance)).toHaveLength(1);
  const down = { state: "down", disconnectedAt: Date.now() - 30_000 } as const;
  await room.streamChanged(report("stage", "stopped", down));
  await vi.waitFor(async () => expect(await room.replayChat(performance)).toEqual([]));
});

test("a room can be rewound while it is recorded for everyone, and its pages are told when that changes", async () => {
  const room = await addStage("rewound");
  await room.streamChanged(report("stage", "rewound"));
  const ann = await Listener.open(room, viewer(null));
  const uplink = await Uplink.open(room, "stream-rewound");
  let sent = 0;
  const isRecorded = async () => {
    uplink.sendFrames(packets(sent, 310, Date.now()));
    sent += 310;
    await vi.waitFor(() => expect(uplink.taped().size).toBeGreaterThan(sent - 310));
    return (await room.onAir()).canRewind;
  };
  expect((await room.onAir()).canRewind).toBe(false);
  expect(await isRecorded()).toBe(true);
  expect((await ann.event("update set")).data).toMatchObject({ online: true, canRewind: true });
  tapes.isPublic = false;
  expect(await isRecorded()).toBe(false);
  tapes.isPublic = true;
  expect(await isRecorded()).toBe(true);
  await evictDurableObject(room);
  expect((await room.onAir()).canRewind).toBe(true);
  tapes.keeps = false;
  expect(await isRecorded()).toBe(false);
  await ann.event("update set", ({ data, seq }) => !data.canRewind && seq === ann.lastSeq);
});

async function waitingIn(room: DurableObjectStub): Promise<unknown> {
  return runInDurableObject(
    room,
    (_, { storage }) =>
      storage.sql
        .exec<{ json: string }>("select json from memory where name = 'first-recordings'")
        .toArray()[0]?.json,
  );
}
