import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { fakeTapes, packets } from "#tests/helpers/recorded-batches.ts";
import { Listener, Uplink, until, viewer } from "#tests/helpers/rooms.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a sound check hears neither levels nor what is late, and records nothing", async () => {
  const { append } = fakeTapes();
  const room = env.SOUND_CHECK.getByName("ada");
  const ada = await Listener.open(room, viewer("ada"));
  await ada.send("listen", { class: "live" });
  const uplink = await Uplink.open(room, "stream-ada");
  const at = Date.now();
  uplink.sendText({ event: "held", data: { opus: 0 } });
  uplink.sendFrames([
    ...packets(0, 3, at),
    ...packets(0, 2, at, { kind: "levels" }),
    ...packets(100, 5, at, { isLate: true }),
    ...packets(3, 3, at + 60),
  ]);
  await until(() => ada.packets.length >= 6, 20_000);
  expect(ada.packets.map(({ text }) => text)).toEqual(["#0", "#1", "#2", "#3", "#4", "#5"]);
  expect(append).not.toHaveBeenCalled();
});

test("of two connections of one encoder the newer is heard, and both may stay open", async () => {
  const room = env.SOUND_CHECK.getByName("bob");
  const bob = await Listener.open(room, viewer("bob"));
  await bob.send("listen", { class: "live" });
  const [first, second] = [
    await Uplink.open(room, "stream-bob", "connection-1"),
    await Uplink.open(room, "stream-bob", "connection-2"),
  ];
  first.sendFrames(packets(0, 3, Date.now()));
  second.sendFrames(packets(10, 3, Date.now()));
  await until(() => bob.packets.length >= 3, 20_000);
  expect(bob.packets.map(({ text }) => text)).toEqual(["#10", "#11", "#12"]);
  expect(first.closeCode).toBeUndefined();
});
