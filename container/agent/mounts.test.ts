import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Fact } from "#app/domains/media/contract/control.ts";
import { Mounts } from "./mounts.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function begin() {
  const facts: Fact[] = [];
  const mounts = new Mounts(Date.now, (fact) => facts.push(fact));
  return {
    mounts,
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    title: () => mounts.snapshot()[0]?.title?.title ?? null,
    told: () => facts.flatMap((fact) => (fact.type === "title" ? [`${fact.connection} ${fact.title}`] : [])),
    say: (text: string, connection: string | null = null) =>
      mounts.title("m", connection, { artist: "", title: text }, Date.now()),
  };
}

test("an encoder that reconnects within a minute without a title keeps its last one", () => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1");
  say("Pata Pata");
  mounts.disconnected("m", "c1");
  pass(59_000);
  mounts.connected("m", "c2");
  expect(title()).toBe("Pata Pata");
  expect(told()).toEqual(["c1 Pata Pata", "c2 Pata Pata"]);
  // A repeated title is not sent again; another one is.
  say("Pata Pata");
  say("Soweto Blues");
  expect(title()).toBe("Soweto Blues");
  pass(1_000);
  expect(told()).toEqual(["c1 Pata Pata", "c2 Pata Pata", "c2 Soweto Blues"]);
});

test("of several titles around a reconnect within one second, the last is sent once for the new connection", () => {
  const { mounts, pass, told, say } = begin();
  mounts.connected("m", "c1");
  say("Old");
  say("Newer");
  mounts.disconnected("m", "c1");
  mounts.connected("m", "c2");
  pass(1_000);
  expect(told()).toEqual(["c1 Old", "c2 Newer"]);
  pass(1_000);
  say("In the stream", "c2");
  say("Last words", "c2");
  mounts.disconnected("m", "c2");
  say("Early");
  mounts.connected("m", "c3");
  say("First of the new stream", "c3");
  pass(10_000);
  expect(told().slice(2)).toEqual(["c2 In the stream", "c3 First of the new stream"]);
});

test("a title that waits from before its source is sent for the source only", () => {
  const { mounts, pass, told, say } = begin();
  say("Early");
  say("Just before");
  mounts.connected("m", "c1");
  pass(10_000);
  expect(told()).toEqual(["null Early", "c1 Just before"]);
});

test("the encoder's own title has priority, before it connects or in its stream", () => {
  const { mounts, title, say } = begin();
  mounts.connected("m", "c1");
  say("Old");
  mounts.disconnected("m", "c1");
  say("Early");
  mounts.connected("m", "c2");
  expect(title()).toBe("Early");
  say("In the stream", "c2");
  expect(title()).toBe("In the stream");
});

test("a title is forgotten after a minute, and not shared between mounts", () => {
  const { mounts, pass, title, say } = begin();
  mounts.connected("m", "c1");
  say("Old");
  mounts.disconnected("m", "c1");
  mounts.connected("other", "c9");
  expect(title()).toBeNull();
  mounts.disconnected("other", "c9");
  pass(60_000);
  mounts.connected("m", "c2");
  expect(title()).toBeNull();
});
