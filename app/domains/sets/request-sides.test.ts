import { expect, test } from "vitest";
import { canAnswer, isIncoming } from "./request-sides.ts";

const person = (id: string) => ({ id, _id: id, username: id, profile: null });
const request = (dj: string, requestor: string, kind: "booking" | "move" | "substitute" = "booking") => ({
  kind,
  dj: person(dj),
  requestor: person(requestor),
});

test("to a stage, what a performer asks for comes in and what a manager asks for goes out", () => {
  expect(isIncoming(request("ada", "ada"), "stage")).toBe(true);
  expect(isIncoming(request("ada", "theo"), "stage")).toBe(false);
});

test("to a performer, their own request goes out and a manager's offer comes in", () => {
  expect(isIncoming(request("ada", "ada"), "performer")).toBe(false);
  expect(isIncoming(request("ada", "theo"), "performer")).toBe(true);
});

test("a manager answers what comes in and takes back what went out", () => {
  expect(canAnswer(request("ada", "ada"), "theo")).toBe(true);
  expect(canAnswer(request("ada", "theo"), "theo")).toBe(false);
});

test("a performer, who may manage the stage as well, takes back their own request and answers an offer", () => {
  expect(canAnswer(request("ada", "ada"), "ada")).toBe(false);
  expect(canAnswer(request("ada", "theo"), "ada")).toBe(true);
});

test("a set that is offered to a substitute is theirs alone to answer, also where a manager offers it", () => {
  for (const by of ["ada", "theo"]) {
    const offer = request("sub", by, "substitute");
    expect(["sub", "ada", "theo"].map((viewer) => canAnswer(offer, viewer))).toEqual([true, false, false]);
    expect([isIncoming(offer, "performer"), isIncoming(offer, "stage")]).toEqual([true, false]);
  }
});
