import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minHeardMs, offAir } from "#app/domains/air/stages/contract/stages.ts";
import { callApi } from "../api-client.ts";
import type { RoomSource } from "./contract.ts";
import { ListenCount } from "./listen-count.ts";

vi.mock("../api-client.ts", () => ({ callApi: vi.fn() }));
const asked = vi.mocked(callApi);

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset().mockResolvedValue({ counted: true, listenCount: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

const source = (startTime: number, online = true): RoomSource => ({
  kind: "stage",
  id: "night",
  name: "Night",
  href: "/room/night",
  image: null,
  onAir: { ...offAir, online, startTime },
});

test("a performance is reported once after five seconds of playback, however often sound is reported", async () => {
  const listens = new ListenCount();
  listens.heard(source(1, false));
  for (let i = 0; i < 5; i++) listens.heard(source(1));
  await vi.advanceTimersByTimeAsync(minHeardMs - 1);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  listens.heard(source(1));
  await vi.advanceTimersByTimeAsync(minHeardMs);
  expect(asked.mock.calls.map(([{ path }, body]) => [path, body])).toEqual([
    ["/plays/count", { room: "night", set: null }],
  ]);
  listens.heard(source(2));
  await vi.advanceTimersByTimeAsync(minHeardMs);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a failed report is repeated with the next sound, up to three times in all", async () => {
  asked.mockRejectedValueOnce(new Error("away")).mockResolvedValue({ counted: false, listenCount: 0 });
  const listens = new ListenCount();
  for (let i = 0; i < 6; i++) {
    listens.heard(source(1));
    await vi.advanceTimersByTimeAsync(minHeardMs);
  }
  expect(asked).toHaveBeenCalledTimes(3);
});
