import { expect, test, vi } from "vitest";
import { listOwnReplaysCall } from "#app/domains/air/replays/calls.ts";
import { loadRecording } from "./load-recording.ts";

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
