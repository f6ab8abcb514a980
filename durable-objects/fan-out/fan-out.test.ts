import { beforeEach, describe, expect, it } from "vitest";
import { decodeDownlink } from "#app/domains/air/media/contract/frames.ts";
import { FanOut, type ListenWish } from "./fan-out.ts";
import type { Socket } from "./send-group.ts";

const minute = 60_000;
const patient = { hears: "live", resume: null, behindMs: 25_000 } satisfies ListenWish;
const near = { ...patient, behindMs: 0 };

let now = 0;
let fanOut: FanOut;

/** A socket, and the numbers of the packets that it received. */
function listener(wish: ListenWish) {
  const seqs: number[] = [];
  const sizes: number[] = [];
  const send: Socket["send"] = (message: unknown) => {
    if (!(message instanceof Uint8Array)) return;
    const frame = decodeDownlink(message.slice().buffer);
    sizes.push(frame?.packets.length ?? 0);
    frame?.packets.forEach((_, offset) => seqs.push(frame.seq + offset));
  };
  const socket = { send, close: () => {} };
  fanOut.listen(socket, wish, 0, now);
  return { seqs, sizes, leave: () => fanOut.remove(socket) };
}

/** Sends sound in real time. */
function play(seconds: number, isDiscontinuity = false): void {
  for (let packet = 0; packet < seconds * 50; packet++) {
    fanOut.packet(new Uint8Array(8), now, isDiscontinuity && packet === 0, now);
    now += 20;
  }
}

const whole = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

beforeEach(() => {
  now = 1_700_000_000_000;
  fanOut = new FanOut(1_000);
});

describe("messages", () => {
  /** The packets of each message to one of so many listeners, in so many seconds; then the others leave. */
  function sizesOf(hears: ListenWish["hears"], listeners: number, seconds: number) {
    const others = Array.from({ length: listeners - 1 }, () => listener({ ...near, hears }));
    const one = listener({ ...near, hears });
    play(seconds);
    for (const { leave } of others) leave();
    expect(one.seqs).toEqual(whole(one.seqs[0] ?? 0, (one.seqs[0] ?? 0) + one.seqs.length));
    return one.sizes;
  }

  it.each([
    ["live", 300, 1],
    ["live", 1_000, 3],
    ["normal", 1_100, 3],
    ["normal", 2_000, 5],
  ] as const)("of the class %s to %d listeners have %d packets", (hears, listeners, packets) => {
    const sizes = sizesOf(hears, listeners, 30);
    expect(sizes.slice(-5)).toEqual(Array.from({ length: 5 }, () => packets));
    const steps = sizes.slice(2).map((size, index) => size - (sizes[index + 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
    play(120);
    expect(sizes.at(-1)).toBe(hears === "live" ? 1 : 3);
  });
});

describe("the replay of earlier sound", () => {
  it("starts 160 ms ago for a join, or as far back as smooth playback needs", () => {
    play(60, true);
    expect(listener(near).seqs).toEqual(whole(3_992, 4_000));
    expect(listener(patient).seqs).toEqual(whole(2_750, 4_000));
  });

  it("is sent in messages of at most 2 s", () => {
    play(60, true);
    expect(Math.max(...listener(patient).sizes)).toBe(100);
  });

  it("fills a gap of 38 s for smooth playback, and of 2 s otherwise", () => {
    play(10, true);
    const before = listener(patient);
    play(1);
    before.leave();
    const resume = before.seqs.at(-1) ?? 0;
    play(38);
    const missed = whole(resume + 1, resume + 1 + 38 * 50);
    expect(listener({ ...patient, resume }).seqs).toEqual(missed);
    expect(listener({ ...near, resume }).seqs).toEqual(missed.slice(-100));
  });

  it("does not include the previous stream for a join, but does for a resume", () => {
    play(10, true);
    fanOut.endSound();
    play(5, true);
    expect(listener(patient).seqs).toEqual(whole(1_500, 1_750));
    expect(listener({ ...patient, resume: 1_399 }).seqs).toEqual(whole(1_400, 1_750));
    fanOut.endSound();
    expect(listener(patient).seqs).toEqual([]);
    expect(listener(near).seqs).toEqual([]);
  });

  it("and all later sound end when a listener leaves", () => {
    play(10, true);
    const listeners = [listener(near), listener(patient), listener({ ...near, hears: "normal" })];
    play(1);
    const counts = listeners.map(({ seqs }) => seqs.length);
    expect(Math.min(...counts)).toBeGreaterThan(50);
    for (const { leave } of listeners) leave();
    play(1);
    expect(listeners.map(({ seqs }) => seqs.length)).toEqual(counts);
  });

  it("expires after a while for every listener", () => {
    play(10, true);
    now += minute;
    expect(listener({ ...patient, resume: 1_200 }).seqs).toEqual([]);
    expect(listener(patient).seqs).toEqual([]);
    expect(listener({ ...near, resume: 1_200 }).seqs).toEqual([]);
  });

  it("fills a new shard's buffer and the gaps of its line", () => {
    play(60, true);
    const shard = new FanOut(0);
    const seqs: number[] = [];
    const socket = {
      send: (message: unknown) => {
        if (!(message instanceof Uint8Array)) return;
        const frame = decodeDownlink(message.slice().buffer);
        frame?.packets.forEach((payload, i) => {
          seqs.push(frame.seq + i);
          const at = frame.at + i * 20;
          shard.adopt(
            { seq: frame.seq + i, at, isDiscontinuity: i === 0 && frame.isDiscontinuity, payload },
            now,
          );
        });
      },
      close: () => {},
    };
    fanOut.addShard(socket, shard.nextSeq);
    expect(seqs).toEqual(whole(2_000, 4_000));
    fanOut.remove(socket);
    play(3);
    seqs.length = 0;
    fanOut.addShard(socket, shard.nextSeq);
    expect(seqs).toEqual(whole(4_000, 4_150));
  });
});

describe("a reader", () => {
  const event = (seq: number) => ({ seq, text: JSON.stringify({ event: "message deleted", seq }) });

  it("gets simultaneous events in one ordered message, and single events separately", () => {
    const texts: string[] = [];
    fanOut.addReader({ send: (text: unknown) => void texts.push(String(text)), close: () => {} });
    fanOut.together(() => {});
    fanOut.event(event(1));
    fanOut.together(() => fanOut.event(event(2)));
    fanOut.together(() => [3, 4, 5].forEach((seq) => fanOut.event(event(seq))));
    expect(texts.map((text) => JSON.parse(text))).toMatchObject([
      { seq: 1 },
      { seq: 2 },
      [{ seq: 3 }, { seq: 4 }, { seq: 5 }],
    ]);
  });

  it("gets an event even if the rest of its batch failed", () => {
    const texts: string[] = [];
    fanOut.addReader({ send: (text: unknown) => void texts.push(String(text)), close: () => {} });
    const work = () => {
      fanOut.event(event(1));
      throw new Error("storage is away");
    };
    expect(() => fanOut.together(work)).toThrow("storage is away");
    fanOut.event(event(2));
    expect(texts).toHaveLength(2);
  });
});
