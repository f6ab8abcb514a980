import { expect, test } from "vitest";
import type { Fact } from "#app/domains/media/contract/control.ts";
import { createMounts } from "./mounts.ts";

function begin() {
  let now = 1_000_000;
  const facts: Fact[] = [];
  const mounts = createMounts(
    () => now,
    (fact) => facts.push(fact),
  );
  return {
    mounts,
    pass: (ms: number) => {
      now += ms;
    },
    title: () => mounts.snapshot()[0]?.title?.title ?? null,
    told: () => facts.flatMap((fact) => (fact.type === "title" ? [`${fact.connection} ${fact.title}`] : [])),
    say: (text: string, connection: string | null = null) =>
      mounts.title("m", connection, { artist: "", title: text }, now),
  };
}

test("an encoder that is back within a minute without a word still plays what it played", () => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1");
  say("Pata Pata");
  mounts.disconnected("m", "c1");
  pass(59_000);
  mounts.connected("m", "c2");
  expect(title()).toBe("Pata Pata");
  expect(told()).toEqual(["c1 Pata Pata", "c2 Pata Pata"]);
  // Said again it is no news; another one is.
  say("Pata Pata");
  say("Soweto Blues");
  expect([title(), told().length]).toEqual(["Soweto Blues", 3]);
});

test("what it says itself comes first, before it connects or in its stream", () => {
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

test("after a minute nothing is known any more, nor of another mount or an encoder that had no title", () => {
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
