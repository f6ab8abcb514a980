import { expect, test } from "vitest";
import { markOf, withMark } from "./marks.ts";

const person = (id: string) => ({ id, _id: id, username: id, profile: null });
const others = [person("ada"), person("theo")];

test("a message is delivered or read when all other participants have received or read it", () => {
  const state = (delivered: Record<string, number>, read: Record<string, number>) =>
    markOf(5, others, { delivered, read }).state;
  expect(state({}, {})).toBe("sent");
  expect(state({ ada: 5, theo: 4 }, {})).toBe("sent");
  expect(state({ ada: 5, theo: 9 }, {})).toBe("delivered");
  expect(state({ ada: 5 }, { theo: 5 })).toBe("delivered");
  expect(state({}, { ada: 5, theo: 6 })).toBe("read");
});

test("readers are listed by name, and a conversation without other participants has none", () => {
  expect(markOf(5, others, { delivered: {}, read: { theo: 5 } }).readers).toEqual([others[1]]);
  expect(markOf(5, [], { delivered: {}, read: {} })).toEqual({ state: "sent", readers: [] });
});

test("an older mark that arrives late has no effect", () => {
  const marks = withMark({}, { user: "ada", upTo: 5 });
  expect(withMark(marks, { user: "ada", upTo: 3 })).toBe(marks);
  expect(withMark(marks, { user: "ada", upTo: 6 })).toEqual({ ada: 6 });
});
