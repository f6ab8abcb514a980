import { expect, test } from "vitest";
import type { PlaySource } from "../player/contract.ts";
import { canHelp } from "./patience-offer.tsx";

const stage = { kind: "stage" } as PlaySource;
const past = { kind: "replay" } as PlaySource;

test("smooth playback is offered for what is heard live alone", () => {
  expect(canHelp(stage, { name: "on-air", since: 0 })).toBe(true);
  expect(canHelp(stage, { name: "silent", since: 0 })).toBe(false);
  expect(canHelp(past, { name: "on-air", since: 0 })).toBe(false);
});
