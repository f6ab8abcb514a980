/** Limits of one socket for requests whose answers are larger than themselves. */
import { expect, test, vi } from "vitest";
import { addStage, Listener, report, Uplink, until, viewer } from "#tests/helpers/rooms.ts";

const codeOf = (reply: { event: string; code?: string }) => reply.code ?? reply.event;

test("a replay of earlier sound can be requested only a few times, also by anonymous listeners", async () => {
  // Of its own for each attempt: what is left of one that was late must not be in the way of the next.
  const id = `replayed-${crypto.randomUUID()}`;
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  const uplink = await Uplink.open(room, `stream-${id}`);
  const first = await Listener.open(room);
  await first.send("listen", { class: "normal" });
  uplink.send(1_000);
  await until(() => first.packets.length >= 990, 20_000);
  const greedy = await Listener.open(room);
  const resume = first.packets[0]?.seq;
  const startedAt = Date.now();
  for (let i = 0; i < 20; i++) await greedy.send("listen", { class: "normal", behind: 60_000, resume });
  await greedy.send("unlisten", {});
  expect(greedy.packets.length).toBeGreaterThanOrEqual(6_000);
  // Two minutes of it, and the budget refilled since.
  const seconds = (Date.now() - startedAt) / 1_000;
  expect(greedy.packets.length).toBeLessThanOrEqual(6_000 + Math.ceil(seconds * 100));
  // Another listener, who requests it once, gets all of it.
  const late = await Listener.open(room);
  await late.send("listen", { class: "normal", behind: 60_000 });
  await until(() => late.packets.length >= 990, 20_000);
});

test("too many frames of any kind are refused, and then the socket is closed", async () => {
  const room = await addStage("busy");
  const greedy = await Listener.open(room);
  for (let i = 0; i < 150; i++) greedy.sendRaw(JSON.stringify({ event: "unlisten", id: `u${i}`, data: {} }));
  await until(() => greedy.replies.length === 150, 20_000);
  const codes = greedy.replies.map(codeOf);
  expect(codes.slice(0, 60)).toEqual(Array(60).fill("ack"));
  expect(codes.filter((code) => code === "rate-limited").length).toBeGreaterThan(20);
  for (let i = 0; i < 400; i++) greedy.sendRaw("{");
  expect(await until(() => greedy.closeCode, 20_000)).toBe(1013);
  expect((await Listener.open(room)).closeCode).toBeUndefined();
});

test("repeated requests for a set do not read it from the database each time", async () => {
  const room = await addStage("asked");
  const ann = await Listener.open(room, viewer("ann"));
  const codes = [];
  for (let i = 0; i < 7; i++) codes.push(codeOf(await ann.send("room updates join", { set: "any" })));
  expect(codes.slice(0, 5)).toEqual(Array(5).fill("not-found"));
  expect(codes).toContain("rate-limited");
  expect(await ann.say("hello")).toMatchObject({ event: "ack" });
});

test("a listener who promises to answer and does not read is closed, whatever they send", async () => {
  const id = "unread";
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  const uplink = await Uplink.open(room, `stream-${id}`);
  const [reads, pings] = [await Listener.open(room), await Listener.open(room)];
  for (const each of [reads, pings]) await each.send("listen", { class: "normal", answers: true });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    const probeOf = ({ texts }: Listener) => texts.find((text) => text.includes('"probe"'));
    for (let seconds = 0; seconds < 60 && pings.closeCode === undefined; seconds += 5) {
      vi.setSystemTime(Date.now() + 5_000);
      const before = reads.packets.length;
      uplink.send(3);
      await until(() => reads.packets.length > before);
      if (probeOf(pings) === undefined) pings.sendRaw("ping");
      const probe = probeOf(reads);
      if (probe !== undefined) reads.sendRaw(probe);
    }
    expect(await until(() => pings.closeCode)).toBe(1013);
    expect(probeOf(pings)).toBeDefined();
    expect(reads.closeCode).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
