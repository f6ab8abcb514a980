import { beforeEach, expect, test, vi } from "vitest";
import { PageWorker } from "./page-worker.ts";

interface FakeWorker {
  url: string;
  sent: unknown[];
  isTerminated: boolean;
  onmessage: (event: { data: unknown }) => void;
  onerror: (event: { message: string }) => void;
  postMessage: (command: unknown) => void;
  terminate: () => void;
}

let made: FakeWorker[] = [];
beforeEach(() => {
  made = [];
});

function setUp() {
  const handlers = { onNotice: vi.fn(), onUnloaded: vi.fn(), onBroken: vi.fn() };
  const make = (url: string) => {
    const fake: FakeWorker = {
      url,
      sent: [],
      isTerminated: false,
      onmessage: () => {},
      onerror: () => {},
      postMessage: (command) => fake.sent.push(command),
      terminate: () => {
        fake.isTerminated = true;
      },
    };
    made.push(fake);
    return fake as unknown as Worker;
  };
  return { worker: new PageWorker<string, string>("/assets/w-1.js", "w", handlers, make), handlers };
}

test("what is sent waits until the script runs, and its own first message is no notice", () => {
  const { worker, handlers } = setUp();
  worker.postMessage("open");
  expect(made[0]?.sent).toEqual([]);
  made[0]?.onmessage({ data: "running" });
  worker.postMessage("send");
  made[0]?.onmessage({ data: "status" });
  expect(made[0]?.sent).toEqual(["open", "send"]);
  expect(handlers.onNotice.mock.calls).toEqual([["status"]]);
});

test("a script that does not load is requested once more, past every cache", () => {
  const { worker, handlers } = setUp();
  worker.postMessage("open");
  made[0]?.onerror({ message: "" });
  expect(made[0]?.isTerminated).toBe(true);
  expect(made[1]?.url).toMatch(/^\/assets\/w-1\.js\?fresh=\d+$/);
  made[1]?.onmessage({ data: "running" });
  expect(made[1]?.sent).toEqual(["open"]);
  expect(handlers.onUnloaded).not.toHaveBeenCalled();
});

test("one that does not load at all is said in words, and takes what waits when it loads later", () => {
  const { worker, handlers } = setUp();
  worker.postMessage("open");
  made[0]?.onerror({ message: "" });
  made[1]?.onerror({ message: "" });
  expect(handlers.onUnloaded.mock.calls).toEqual([["The script of a worker did not load."]]);
  worker.start();
  made[2]?.onmessage({ data: "running" });
  expect(made.map(({ sent }) => sent)).toEqual([[], [], ["open"]]);
});

test("a browser that refuses workers at once is treated the same", () => {
  const refuse = () => {
    throw new Error("refused");
  };
  const handlers = { onNotice: vi.fn(), onUnloaded: vi.fn() };
  const worker = new PageWorker<string, string>("/assets/w-1.js", "w", handlers, refuse);
  worker.postMessage("open");
  expect(handlers.onUnloaded.mock.calls).toEqual([["The script of a worker did not load. Error: refused"]]);
});

test("an error of a script that runs is not one of loading", () => {
  const { handlers } = setUp();
  made[0]?.onmessage({ data: "running" });
  made[0]?.onerror({ message: "out of memory" });
  expect(handlers.onBroken.mock.calls).toEqual([["out of memory"]]);
  expect([made.length, handlers.onUnloaded.mock.calls.length]).toEqual([1, 0]);
});
