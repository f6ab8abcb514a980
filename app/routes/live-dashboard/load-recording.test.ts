import { expect, test, vi } from "vitest";
import { listOwnReplaysCall } from "#app/domains/air/replays/calls.ts";
import { aboutRecording, loadRecording, type Recording } from "./load-recording.ts";

const planned = { visibility: "day", download: true, feed: false };
const recorded = { visibility: "never", download: true, feed: true };

vi.mock("#app/api-client.ts", () => ({
  callApi: async (call: unknown) =>
    call === listOwnReplaysCall ? [{ set: "recorded", rights: recorded }] : { rights: planned },
}));

test("a set without a recording has the rights that its recording would get", async () => {
  expect(await loadRecording("other")).toEqual({ rights: planned, isThere: false });
  expect(await loadRecording("recorded")).toEqual({ rights: recorded, isThere: true });
});

test("a recording that has hardly had the time to begin is not called missing", () => {
  const awaited = { rights: planned, isThere: false } as Recording;
  expect(aboutRecording(awaited, 8_000)).toBe(
    "If recording is allowed, it starts seconds after you go on air.",
  );
  expect(aboutRecording(awaited, 30_000)).toContain("This set is not being recorded.");
  expect(aboutRecording({ ...awaited, isThere: true }, 8_000)).toContain("This set is being recorded.");
  expect(aboutRecording({ rights: recorded, isThere: false } as Recording, 8_000)).toContain(
    "This set is not being recorded.",
  );
  expect(aboutRecording(awaited, null)).toContain("Your choice is for this set only.");
});
