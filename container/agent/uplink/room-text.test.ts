import { expect, test } from "vitest";
import { parseRoomText } from "./room-text.ts";

test("what a room says is understood, and what is malformed or unknown is not", () => {
  const taped = { event: "taped", data: { kind: "levels", from: 2 ** 32 - 1, to: 3 } };
  expect(parseRoomText(JSON.stringify(taped))).toEqual(taped);
  expect(parseRoomText('{"event":"resend","data":{}}')?.event).toBe("resend");
  const others = [
    "",
    "not JSON",
    "null",
    "[]",
    '{"event":"held","data":{"opus":1}}',
    '{"event":"taped"}',
    '{"event":"taped","data":{"kind":"video","from":0,"to":1}}',
    '{"event":"taped","data":{"kind":"opus","from":-1,"to":1}}',
    '{"event":"taped","data":{"kind":"opus","from":0,"to":4294967296}}',
    '{"event":"taped","data":{"kind":"opus","from":0.5,"to":1}}',
    '{"event":"taped","data":{"kind":"opus","from":"0","to":1}}',
  ];
  for (const text of others) expect(parseRoomText(text), text).toBeUndefined();
});
