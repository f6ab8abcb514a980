import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResumingSocket } from "./resuming-socket.ts";

/** A browser's socket that the test opens; all instances are in `made` in order. */
class FakeWebSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly sent: { event: string; data: { resume?: number } }[] = [];
  readyState = 0;
  binaryType = "blob";
  constructor() {
    super();
    made.push(this);
  }
  send(text: string): void {
    if (text !== "ping") this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
}

let made: FakeWebSocket[] = [];
const settle = () => vi.advanceTimersByTimeAsync(10);

beforeEach(() => {
  made = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the old connection delivers packets until shortly after the new session's connection is open", async () => {
  const statuses: string[] = [];
  const room = new ResumingSocket("wss://cue.example/realtime/stage/main", {
    onStatus: (status) => statuses.push(status),
    onText: () => {},
  });
  await settle();
  made[0]?.open();
  room.listen({ listenClass: "live", behindMs: 0 }, new MessageChannel().port1);

  room.renew();
  await settle();
  expect(made).toHaveLength(2);
  expect(made[0]?.readyState, "while the new one is being opened").toBe(1);
  made[1]?.open();
  expect(made[1]?.sent.map(({ event }) => event)).toEqual(["listen"]);
  expect(made[0]?.readyState, "until the sound comes by the new one").toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(made[0]?.readyState).toBe(3);
  expect(made[1]?.readyState).toBe(1);
  expect(statuses).not.toContain("offline");
  room.close();
  expect(made[1]?.readyState).toBe(3);
});

test("the old connection continues if the new one fails", async () => {
  const room = new ResumingSocket("wss://cue.example/realtime/stage/main", {
    onStatus: () => {},
    onText: () => {},
  });
  await settle();
  made[0]?.open();
  room.renew();
  await settle();
  made[1]?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(made[0]?.readyState).toBe(1);
  expect(made.length, "it is tried again").toBeGreaterThan(2);
  room.close();
});
