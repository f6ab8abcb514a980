import { expect, test } from "vitest";
import { cleanLines } from "./lines.ts";

test("a message keeps its lines, however they were broken", () => {
  expect(cleanLines("one\ntwo\r\nthree\rfour\u2028five")).toBe("one\ntwo\nthree\nfour\nfive");
});

test("one empty line stands between lines at most, and none around them", () => {
  expect(cleanLines("\n\n one  \n\n\n\n\n two\n \n\t\n")).toBe("one\n\ntwo");
  expect(cleanLines(" \n\u0000\n ")).toBe("");
});

test("each line is as clean as a line of a chat", () => {
  expect(cleanLines("a\u0000b\n\u202egnp.exe\n\u2066x\u2069")).toBe("a b\ngnp.exe\nx");
});
