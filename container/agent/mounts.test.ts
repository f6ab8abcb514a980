import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Fact } from "#app/domains/air/media/contract/control.ts";
import type { Level, Quality } from "#app/domains/air/media/contract/quality.ts";
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

test("an encoder whose connection was lost, and that reconnects within a minute without a title, keeps its last one", () => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  say("Pata Pata");
  mounts.disconnected("m", "c1", true);
  pass(59_000);
  mounts.connected("m", "c2", "Mixxx");
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
  mounts.connected("m", "c1", "Mixxx");
  say("Old");
  say("Newer");
  mounts.disconnected("m", "c1", true);
  mounts.connected("m", "c2", "Mixxx");
  pass(1_000);
  expect(told()).toEqual(["c1 Old", "c2 Newer"]);
  pass(1_000);
  say("In the stream", "c2");
  say("Last words", "c2");
  mounts.disconnected("m", "c2", true);
  say("Early");
  mounts.connected("m", "c3", "Mixxx");
  say("First of the new stream", "c3");
  pass(10_000);
  expect(told().slice(2)).toEqual(["c2 In the stream", "c3 First of the new stream"]);
});

test("a title that waits from before its source is sent for the source only", () => {
  const { mounts, pass, told, say } = begin();
  say("Early");
  say("Just before");
  mounts.connected("m", "c1", "Mixxx");
  pass(10_000);
  expect(told()).toEqual(["null Early", "c1 Just before"]);
});

test("the encoder's own title has priority, before it connects or in its stream", () => {
  const { mounts, title, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  say("Old");
  mounts.disconnected("m", "c1", true);
  say("Early");
  mounts.connected("m", "c2", "Mixxx");
  expect(title()).toBe("Early");
  say("In the stream", "c2");
  expect(title()).toBe("In the stream");
});

test("a title is forgotten after a minute, and not shared between mounts", () => {
  const { mounts, pass, title, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  say("Old");
  mounts.disconnected("m", "c1", true);
  mounts.connected("other", "c9", "Mixxx");
  expect(title()).toBeNull();
  mounts.disconnected("other", "c9", true);
  pass(60_000);
  mounts.connected("m", "c2", "Mixxx");
  expect(title()).toBeNull();
});

test.each([
  ["another program", "butt 1.0", "mp3"],
  ["a program that does not name itself", "", "mp3"],
  ["the same program with another codec", "Mixxx", "vorbis"],
] as const)("%s does not have the title of the one before: what it plays has none", (_, program, codec) => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  mounts.decoded("m", "c1", "mp3");
  say("Pata Pata");
  mounts.disconnected("m", "c1", true);
  pass(5_000);
  mounts.connected("m", "c2", program);
  pass(300);
  mounts.decoded("m", "c2", codec);
  pass(2_000);
  expect(title()).toBe("");
  expect(told().at(-1)).toBe("c2 ");
  say("Own");
  expect(title()).toBe("Own");
});

test("another codec takes no title away that the encoder has sent itself, also the same one", () => {
  const { mounts, pass, title, say } = begin();
  for (const own of ["Own", "Pata Pata"]) {
    mounts.connected("m", `${own}1`, "Mixxx");
    mounts.decoded("m", `${own}1`, "mp3");
    say("Pata Pata");
    mounts.disconnected("m", `${own}1`, true);
    pass(5_000);
    mounts.connected("m", `${own}2`, "Mixxx");
    say(own);
    mounts.decoded("m", `${own}2`, "opus");
    expect(title()).toBe(own);
    mounts.disconnected("m", `${own}2`, true);
  }
});

test("a title does not outlive the session of its encoder: one that disconnects itself begins anew", () => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  say("Pata Pata");
  mounts.disconnected("m", "c1", false);
  for (const [index, program] of ["Mixxx", "butt 1.0", "Mixxx"].entries()) {
    pass(5_000);
    mounts.connected("m", `next${index}`, program);
    expect(title() ?? "").toBe("");
    pass(2_000);
    mounts.disconnected("m", `next${index}`, false);
  }
  expect(told().filter((each) => each.includes("Pata"))).toEqual(["c1 Pata Pata"]);
});

test("a title that an encoder sends while it leaves is not that of another program", () => {
  const { mounts, pass, title } = begin();
  mounts.connected("m", "c1", "Mixxx");
  mounts.title("m", null, { artist: "", title: "Old" }, Date.now(), "Mixxx");
  mounts.disconnected("m", "c1", false);
  mounts.title("m", null, { artist: "", title: "Late" }, Date.now(), "Mixxx");
  pass(2_000);
  mounts.connected("m", "c2", "butt 1.0");
  expect(title()).toBe("");
});

const level = { rmsDb: -90, peakDb: -90, bitrate: 128_000 } as unknown as Level;
const quality = {} as Quality;
const beSilent = (mounts: Mounts, since: number) => {
  mounts.silence("m", "c1", since);
  mounts.level("m", "c1", level, quality);
};

test("silence ends a title where the sound ended; the same one that is sent again is a new one", () => {
  const { mounts, pass, title, told, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  mounts.firstAudio("m", "c1", "mp3");
  say("Pata Pata");
  pass(60_000);
  const since = Date.now();
  pass(3_000);
  beSilent(mounts, since);
  expect(title()).toBe("Pata Pata");
  pass(5_000);
  mounts.level("m", "c1", level, quality);
  expect(mounts.snapshot()[0]?.title).toEqual({ artist: "", title: "", at: since });
  // Some programs repeat it all the time.
  say("Pata Pata");
  mounts.level("m", "c1", level, quality);
  say("Pata Pata");
  expect(title()).toBe("");
  mounts.silence("m", "c1", null);
  expect(title()).toBe("");
  say("Pata Pata");
  pass(2_000);
  expect(title()).toBe("Pata Pata");
  expect(told()).toEqual(["c1 Pata Pata", "c1 ", "c1 Pata Pata"]);
});

test("silence ends no title that was sent meanwhile, or before the first sound: its track is still to come", () => {
  const { mounts, pass, title, say } = begin();
  mounts.connected("m", "c1", "Mixxx");
  say("First");
  pass(20_000);
  beSilent(mounts, Date.now() - 20_000);
  expect(title()).toBe("First");
  mounts.firstAudio("m", "c1", "mp3");
  mounts.silence("m", "c1", null);
  pass(60_000);
  const since = Date.now();
  pass(1_000);
  say("Next");
  pass(9_000);
  beSilent(mounts, since);
  expect(title()).toBe("Next");
});
