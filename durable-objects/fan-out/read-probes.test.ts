import type { Connection } from "partyserver";
import { expect, test, vi } from "vitest";
import type { SocketViewer } from "../contract.ts";
import { localNetwork } from "../listener-key.ts";
import { probeLimits, ReadProbes } from "./read-probes.ts";

/** Probes, and sound that passes with the room's clock. */
function setUp() {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const closed: string[] = [];
  const probes = new ReadProbes((socket) => {
    closed.push(socket.id);
    probes.close(socket);
  });
  const pass = (ms: number) => {
    const end = Date.now() + ms;
    while (Date.now() < end) {
      vi.setSystemTime(Date.now() + 1_000);
      probes.packet(Date.now());
    }
  };
  return { probes, closed, pass };
}

function socket(id: string) {
  const sent: string[] = [];
  return { sent, connection: { id, send: (text: string) => sent.push(text) } as unknown as Connection };
}

const viewer = (change: Partial<SocketViewer>) => ({ userId: null, ...change }) as SocketViewer;

test("whoever has promised answers and gives none is closed; whoever answers stays", () => {
  const { probes, closed, pass } = setUp();
  const [reads, stalled] = [socket("reads"), socket("stalled")];
  for (const { connection } of [reads, stalled]) probes.open(connection, viewer({ network: "one" }), true);
  for (let seconds = 0; seconds < 3_600; seconds += 5) {
    pass(5_000);
    for (const text of reads.sent.splice(0)) probes.answer(reads.connection, JSON.parse(text).id);
  }
  expect(closed).toEqual(["stalled"]);
  expect(stalled.sent).toHaveLength(1);
});

test("an answer with another id, as someone else's, does not count", () => {
  const { probes, closed, pass } = setUp();
  const [reads, copies] = [socket("reads"), socket("copies")];
  for (const { connection } of [reads, copies]) probes.open(connection, viewer({ network: "one" }), true);
  pass(probeLimits.askEveryMs + probeLimits.lookEveryMs);
  const { id } = JSON.parse(reads.sent[0] ?? "");
  for (const { connection } of [reads, copies]) probes.answer(connection, id);
  pass(20_000);
  expect(closed).toEqual(["copies"]);
});

test("a room that was held up itself closes no one before it has read the answers", () => {
  const { probes, closed, pass } = setUp();
  const { connection, sent } = socket("reads");
  probes.open(connection, viewer({ network: "one" }), true);
  pass(probeLimits.askEveryMs + probeLimits.lookEveryMs);
  vi.setSystemTime(Date.now() + 60_000);
  probes.packet(Date.now());
  probes.answer(connection, JSON.parse(sent[0] ?? "").id);
  pass(9_000);
  expect(closed).toEqual([]);
});

test("those who promise nothing are sent no more than one allowance for each account or network", () => {
  const { probes, closed, pass } = setUp();
  const open = (id: string, change: Partial<SocketViewer>) =>
    probes.open(socket(id).connection, viewer(change), false);
  open("alone", { network: "two" });
  open("own machine", { network: localNetwork });
  for (let i = 0; i < 20; i++) {
    open(`network ${i}`, { network: "one" });
    open(`account ${i}`, { userId: "ann", network: "one" });
    vi.setSystemTime(Date.now() + 1);
  }
  pass(probeLimits.unansweredMs / 20 - 5_000);
  expect(closed).toEqual([]);
  pass(10_000);
  expect(closed.toSorted()).toEqual(["account 0", "account 1", "network 0", "network 1"]);
  pass(probeLimits.unansweredMs - 100_000);
  expect(closed).not.toContain("alone");
  expect(closed.filter((id) => id.startsWith("network")).length).toBeGreaterThanOrEqual(18);
  pass(100_000);
  expect(closed).toContain("alone");
  expect(closed).not.toContain("own machine");
});
