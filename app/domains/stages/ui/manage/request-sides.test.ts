import { expect, test } from "vitest";
import { canAnswer, isIncoming } from "./request-sides.ts";

const person = (id: string) => ({ id, _id: id, username: id, profile: null });
const request = (dj: string, requestor: string) => ({ dj: person(dj), requestor: person(requestor) });

test("what a performer asks for comes in, what a manager asks for goes out", () => {
  expect(isIncoming(request("ada", "ada"))).toBe(true);
  expect(isIncoming(request("ada", "theo"))).toBe(false);
});

test("a manager answers what comes in and takes back what went out", () => {
  expect(canAnswer(request("ada", "ada"), "theo")).toBe(true);
  expect(canAnswer(request("ada", "theo"), "theo")).toBe(false);
});

test("a manager who performs takes back their own request and answers that of the others", () => {
  expect(canAnswer(request("ada", "ada"), "ada")).toBe(false);
  expect(canAnswer(request("ada", "theo"), "ada")).toBe(true);
});
