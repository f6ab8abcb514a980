import { expect, test } from "vitest";
import type { RoomEvent, RoomState, TipMessage } from "./protocol.ts";
import { applyRoomEvent } from "./state.ts";
import { amongMessages, type ShownTip, toTipRows } from "./tip-rows.ts";
import { decideTip } from "./tips.ts";

const row = (id: number, fromId = "ann"): TipMessage => ({
  _id: `tip-${id}`,
  time: id,
  fromUsername: "Ann",
  fromId,
  fromBadge: null,
  toUsername: "Ada",
  toId: "ada",
  toBadge: null,
  amount: 5,
});

const tippedEvent = (id: number): RoomEvent => ({ event: "room tipped", data: row(id), seq: id, at: id });

test("a room shows each tip once, the newest 200, and none that was deleted", () => {
  const empty = { messages: [] } as unknown as RoomState;
  const once = applyRoomEvent(empty, tippedEvent(1));
  expect(applyRoomEvent(once, { ...tippedEvent(1), seq: 9 } as RoomEvent)).toBe(once);
  let state = empty;
  for (let id = 1; id <= 205; id++) state = applyRoomEvent(state, tippedEvent(id));
  expect(state.tips).toHaveLength(200);
  expect(state.tips?.[0]?._id).toBe("tip-205");
  const after = applyRoomEvent(state, {
    event: "message deleted",
    data: { _id: "tip-205" },
    seq: 300,
    at: 0,
  });
  expect(after.tips?.[0]?._id).toBe("tip-204");
});

test("a tip is for whom is heard, and refused for the first reason that there is", () => {
  const asked = {
    heard: "ada",
    named: "ada",
    userId: "ann",
    isBlocked: false,
    restriction: undefined,
    now: 100,
  };
  expect(decideTip(asked)).toEqual({ ok: true, performerId: "ada" });
  expect(decideTip({ ...asked, restriction: { until: 100 } })).toMatchObject({ ok: true });
  for (const [change, code] of [
    [{ isBlocked: true, heard: null }, "not-welcome"],
    [{ restriction: { until: null } }, "not-welcome"],
    [{ restriction: { until: 101 } }, "not-welcome"],
    [{ heard: null }, "not-live"],
    [{ heard: "bob" }, "performer-changed"],
    [{ heard: "bob", userId: "bob" }, "performer-changed"],
    [{ userId: "ada" }, "tip-self"],
  ] as const)
    expect(decideTip({ ...asked, ...change })).toMatchObject({ ok: false, code });
});

const shown = (id: string, at: number, amount = 10): ShownTip => ({
  id,
  at,
  amount,
  fromUsername: "Ann",
  fromId: "ann",
  toUsername: "Ada",
  toId: "ada",
});

test("up to five tips of a second are a row each, more are one", () => {
  const five = Array.from({ length: 5 }, (_, i) => shown(`a${i}`, 1_000 + i));
  const eight = Array.from({ length: 8 }, (_, i) => shown(`b${i}`, 2_100 + i, 10 + i));
  const rows = toTipRows([...eight, ...five]);
  expect(rows.map(({ id, amount, tips }) => [id, amount, tips.length])).toEqual([
    ...five.map(({ id }) => [id, 10, 1]),
    ["b0", 108, 8],
  ]);
});

test("tips and messages are in the order of their time", () => {
  const said = [{ time: 10 }, { time: 20 }, { time: 3_000 }];
  const rows = toTipRows([shown("first", 5), shown("middle", 15), shown("last", 5_000)]);
  const order = amongMessages(said, rows, ({ time }) => time).map((each) =>
    "tips" in each ? each.id : each.time,
  );
  expect(order).toEqual(["first", 10, "middle", 20, 3_000, "last"]);
});
