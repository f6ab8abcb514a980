import { expect, test } from "vitest";
import { canAnswer, isIncoming } from "./request-sides.ts";

const person = (id: string) => ({ id, _id: id, username: id, profile: null });
const request = (dj: string, requestor: string, kind: "booking" | "move" | "substitute" = "booking") => ({
  kind,
  dj: person(dj),
  requestor: person(requestor),
});

test("for a stage, performers' requests are incoming and managers' requests are outgoing", () => {
  expect(isIncoming(request("ada", "ada"), "stage")).toBe(true);
  expect(isIncoming(request("ada", "theo"), "stage")).toBe(false);
});

test("for a performer, their own request is outgoing and a manager's offer is incoming", () => {
  expect(isIncoming(request("ada", "ada"), "performer")).toBe(false);
  expect(isIncoming(request("ada", "theo"), "performer")).toBe(true);
});

test("a manager answers incoming requests and withdraws outgoing ones", () => {
  expect(canAnswer(request("ada", "ada"), "theo")).toBe(true);
  expect(canAnswer(request("ada", "theo"), "theo")).toBe(false);
});

test("a performer who also manages the stage withdraws their own request and answers an offer", () => {
  expect(canAnswer(request("ada", "ada"), "ada")).toBe(false);
  expect(canAnswer(request("ada", "theo"), "ada")).toBe(true);
});

test("only the substitute can answer an offer of a set, also one by a manager", () => {
  for (const by of ["ada", "theo"]) {
    const offer = request("sub", by, "substitute");
    expect(["sub", "ada", "theo"].map((viewer) => canAnswer(offer, viewer))).toEqual([true, false, false]);
    expect([isIncoming(offer, "performer"), isIncoming(offer, "stage")]).toEqual([true, false]);
  }
});
