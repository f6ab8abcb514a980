import { describe, expect, test } from "vitest";
import { decideSelection, inboxPath, type Selection, selectionIn } from "./selection.ts";

const all: (Selection | null)[] = [
  null,
  { kind: "conversation", id: "c 1" },
  { kind: "server", id: "s1" },
  { kind: "notices" },
  { kind: "new", to: null },
  { kind: "new", to: "u&1" },
];

test("every selection has an address that opens it", () => {
  for (const selection of all)
    expect(selectionIn(new URL(inboxPath(selection), "https://cue.example").searchParams)).toEqual(selection);
});

describe("the first conversation is selected automatically", () => {
  const quiet = {
    firstId: "a",
    length: 2,
    lengthBefore: 2,
    isChosen: false,
    isWriting: false,
    hasRoom: true,
  };

  test("when the list loads and when its length changes", () => {
    expect(decideSelection({ ...quiet, lengthBefore: null })).toBe("a");
    expect(decideSelection({ ...quiet, lengthBefore: 1 })).toBe("a");
    expect(decideSelection({ ...quiet, lengthBefore: 3 })).toBe("a");
    expect(decideSelection(quiet)).toBeNull();
  });

  test("except on a phone, after a choice, and while the user writes", () => {
    const grown = { ...quiet, lengthBefore: 1 };
    expect(decideSelection({ ...grown, hasRoom: false })).toBeNull();
    expect(decideSelection({ ...grown, isChosen: true })).toBeNull();
    expect(decideSelection({ ...grown, isWriting: true })).toBeNull();
    expect(decideSelection({ ...grown, firstId: null })).toBeNull();
  });
});
