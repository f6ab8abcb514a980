import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameSocket } from "./frame-socket.ts";
import type { TransportHandlers } from "./transport.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("https://cue.example/inbox"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A socket whose network the test controls. `texts`: as for a `FrameSocket`. */
function setUp(texts?: { timeout: string; left: string; ended?: string }) {
  const sent: string[] = [];
  const frames: unknown[] = [];
  const urls: string[] = [];
  let handlers: TransportHandlers | undefined;
  const none = () => {};
  const socket = new FrameSocket({
    onStatus: none,
    onFrame: (frame) => frames.push(frame),
    open: (url, from) => {
      urls.push(url);
      handlers = from;
      return {
        send: (text) => sent.push(text),
        listen: none,
        unlisten: none,
        seen: none,
        renew: none,
        close: none,
      };
    },
    ...(texts && { texts }),
  });
  const say = (frame: unknown) => handlers?.onText(JSON.stringify(frame));
  return { socket, sent, frames, urls, say, network: () => handlers };
}

const frame = { id: "f1", event: "chat", data: {} };

test("a frame that was asked before the socket exists is sent when it is open, and again after it was reopened", async () => {
  const { socket, sent, urls, network, say } = setUp();
  const answer = socket.ask(frame);
  expect(sent).toEqual([]);
  socket.open("/realtime/inbox?listener=a");
  socket.open("/realtime/inbox?listener=a");
  expect(urls).toEqual(["wss://cue.example/realtime/inbox?listener=a"]);
  network()?.onStatus("open");
  network()?.onStatus("connecting");
  network()?.onStatus("open");
  expect(sent).toEqual([JSON.stringify(frame), JSON.stringify(frame)]);
  say({ event: "ack", id: "f1", data: 7 });
  await expect(answer).resolves.toBe(7);
});

test("a frame without a response fails when the socket is closed, and the socket can be opened again", async () => {
  const { socket, sent, urls, network } = setUp();
  socket.open("/realtime/inbox");
  const answer = socket.ask(frame);
  socket.close();
  await expect(answer).rejects.toMatchObject({ code: "left", message: "This page was left." });
  socket.tell(frame);
  expect(sent).toHaveLength(1);
  socket.open("/realtime/inbox");
  network()?.onStatus("open");
  expect(urls).toHaveLength(2);
  expect(sent).toHaveLength(1);
});

test("the end of the session fails a frame immediately where there is a text for it, otherwise by its timeout", async () => {
  const texts = { timeout: "No response.", left: "Left.", ended: "Log in again." };
  const withText = setUp(texts);
  withText.socket.open("/realtime/inbox");
  const ended = withText.socket.ask(frame);
  withText.network()?.onStatus("ended");
  await expect(ended).rejects.toMatchObject({ code: "authorization", message: "Log in again." });

  const without = setUp();
  without.socket.open("/realtime/inbox");
  const lost = expect(without.socket.ask(frame)).rejects.toMatchObject({ code: "timeout" });
  without.network()?.onStatus("ended");
  await vi.advanceTimersByTimeAsync(20_000);
  await lost;
});

test("what is not a response is passed on frame by frame, also a refusal without an id", () => {
  const { socket, frames, say } = setUp();
  socket.open("/realtime/inbox");
  const refusal = { event: "error", id: null, error: "Not found", code: "not-found" };
  say([{ event: "a" }, { event: "b" }]);
  say(refusal);
  say({ event: "ack", id: "unknown", data: {} });
  expect(frames).toEqual([{ event: "a" }, { event: "b" }, refusal]);
});
