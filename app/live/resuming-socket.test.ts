import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encodeDownlink, type PacketBatch } from "../domains/air/media/contract/frames.ts";
import { roomCloseCodes } from "../domains/air/stages/live/close-codes.ts";
import { ResumingSocket } from "./resuming-socket.ts";

/** A browser's socket that the test opens; all instances are in `made` in order. */
class FakeWebSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly sent: { event: string; id: string; data: { resume?: number } }[] = [];
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
  receive(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
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

test("a new request for sound gets none of the packets that were on their way for the one before", async () => {
  const room = new ResumingSocket("wss://cue.example/realtime/stage/main", {
    onStatus: () => {},
    onText: () => {},
  });
  await settle();
  const socket = made[0];
  socket?.open();
  const packet = (seq: number) => {
    const batch = { isDiscontinuity: false, seq, at: 0, packets: [new Uint8Array(3)], events: "" };
    socket?.receive(encodeDownlink(batch).buffer);
  };
  const acknowledge = () =>
    socket?.receive(JSON.stringify({ event: "ack", id: socket.sent.at(-1)?.id, data: {} }));
  const listen = (behindMs: number) => {
    const received: number[] = [];
    const port = { postMessage: ({ seq }: PacketBatch) => received.push(seq), close: () => {} };
    room.listen({ listenClass: "normal", behindMs }, port as unknown as MessagePort);
    return received;
  };

  const before = listen(0);
  acknowledge();
  packet(100);
  room.unlisten();
  const after = listen(25_000);
  packet(101);
  acknowledge();
  packet(50);
  packet(51);
  expect(before).toEqual([100]);
  expect(after).toEqual([50, 51]);
  room.close();
});

test("a socket of a session that has ended opens no other one", async () => {
  const statuses: string[] = [];
  const room = new ResumingSocket("wss://cue.example/realtime/lobby", {
    onStatus: (status) => statuses.push(status),
    onText: () => {},
  });
  await settle();
  made[0]?.open();
  if (made[0]) made[0].readyState = 3;
  const { sessionEnded: code } = roomCloseCodes;
  made[0]?.dispatchEvent(new CloseEvent("close", { code, reason: "signed out" }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(made).toHaveLength(1);
  expect(statuses.at(-1)).toBe("ended");
  room.close();
});

test("a socket that was closed for newer ones stays closed until its page is used again", async () => {
  const statuses: string[] = [];
  const room = new ResumingSocket("wss://cue.example/realtime/lobby", {
    onStatus: (status) => statuses.push(status),
    onText: () => {},
  });
  await settle();
  made[0]?.open();
  if (made[0]) made[0].readyState = 3;
  made[0]?.dispatchEvent(new CloseEvent("close", { code: 4429, reason: "too many sockets" }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(made).toHaveLength(1);
  expect(statuses.at(-1)).toBe("crowded");
  room.renew();
  await settle();
  made[1]?.open();
  await settle();
  expect(statuses.at(-1)).toBe("open");
  room.close();
});

test("a probe is sent back as it is, and no page is told", async () => {
  const texts: string[] = [];
  const room = new ResumingSocket("wss://cue.example/realtime/stage/main", {
    onStatus: () => {},
    onText: (text) => texts.push(text),
  });
  await settle();
  made[0]?.open();
  room.listen({ listenClass: "live", behindMs: 0 }, new MessageChannel().port1);
  made[0]?.receive(`{"event":"probe","id":"one","data":{}}`);
  expect(made[0]?.sent.map(({ event, id }) => [event, id])).toEqual([
    ["listen", "listen-1"],
    ["probe", "one"],
  ]);
  expect(texts).toEqual([]);
  room.close();
});
