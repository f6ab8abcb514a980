import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sequencer } from "./sequencer.ts";

describe("the sequencer", () => {
  it("plays packets in any order with repeats at most once, only forwards, and counts every loss", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 32 - 1),
        fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 200 }),
        (first, steps) => {
          const sequencer = new Sequencer();
          sequencer.place(first, false);
          let position = 0;
          let newest = 0;
          let lastIndex = 1;
          for (const step of steps) {
            position += step;
            const placement = sequencer.place((first + position + 2 ** 32) % 2 ** 32, false);
            if (position <= newest) {
              expect(placement.kind).toBe("drop");
              continue;
            }
            if (placement.kind === "drop") throw new Error("a new packet was dropped");
            const missing = position - newest - 1;
            expect(placement.isStart).toBe(missing > 5);
            expect(placement.lost).toBe(missing > 5 ? 0 : missing);
            expect(placement.index).toBeGreaterThan(lastIndex);
            lastIndex = placement.index;
            newest = position;
          }
          expect(sequencer.lastSeq).toBe((first + newest) % 2 ** 32);
        },
      ),
    );
  });

  it("restarts when the room marks a gap, and when the sequence numbers restart", () => {
    const sequencer = new Sequencer();
    expect(sequencer.place(5000, false)).toMatchObject({ kind: "play", isStart: true });
    expect(sequencer.place(5001, false)).toMatchObject({ isStart: false, lost: 0 });
    expect(sequencer.place(5002, true)).toMatchObject({ isStart: true });
    expect(sequencer.place(0, false)).toMatchObject({ kind: "play", isStart: true });
    expect(sequencer.place(1, false)).toMatchObject({ isStart: false, lost: 0 });
  });
});
