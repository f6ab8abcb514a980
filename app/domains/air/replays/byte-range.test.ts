import { expect, test } from "vitest";
import { readByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-1", { from: 0, to: 2 }],
  ["bytes=0-", { from: 0, to: 100 }],
  ["bytes=99-", { from: 99, to: 100 }],
  ["bytes=10-1000", { from: 10, to: 100 }],
  ["bytes=-5", { from: 95, to: 100 }],
  ["bytes=-500", { from: 0, to: 100 }],
  ["Bytes= 1-2", { from: 1, to: 3 }],
])("%s is a range of 100 bytes", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test.each([
  undefined,
  "",
  "bytes=",
  "bytes=-",
  "bytes=2-1",
  "bytes=0-1,4-5",
  "bytes=a-b",
  "chunks=0-1",
  "bytes=1-2x",
])("%s is the whole file", (header) => {
  expect(readByteRange(header, 100)).toBeNull();
});

test.each(["bytes=100-", "bytes=100-101", "bytes=-0", "bytes=99999999999999999999-"])(
  "%s is not in a file of 100 bytes",
  (header) => {
    expect(readByteRange(header, 100)).toBe("unsatisfiable");
  },
);

test("an empty file has no ranges", () => {
  for (const header of ["bytes=0-", "bytes=-1", "bytes=0-0"])
    expect(readByteRange(header, 0)).toBe("unsatisfiable");
});
