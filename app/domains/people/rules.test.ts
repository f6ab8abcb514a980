import { expect, test } from "vitest";
import { cleanLine, cleanProse, decideTags } from "./rules.ts";

test("a line is one line without anything that hides or turns what stands around it", () => {
  expect(cleanLine(" Ana\u202e \r\n\u0000  Lia\u2066 ")).toBe("Ana Lia");
  expect(cleanLine("e\u0301\ud800")).toBe("é\ufffd");
  expect(cleanLine("क्\u200dष 👩\u200d🎤")).toBe("क्\u200dष 👩\u200d🎤");
});

test("prose keeps its lines, but never two empty ones in a row", () => {
  expect(cleanProse("\n One\u0007 \r\n\r\n\r\n\u2028  two\u202e\rthree \n")).toBe("One\n\ntwo\nthree");
  expect(cleanProse("a  b\tc")).toBe("a  b c");
});

test("tags are trimmed and counted once whatever their case", () => {
  expect(decideTags([" House ", "HOUSE", "\u202e", "ＨＯＵＳＥ", "deep  house"])).toEqual({
    ok: true,
    tags: ["House", "deep house"],
  });
  expect(decideTags(["a", "b", "c", "d", "e", "E"])).toMatchObject({ ok: true });
  expect(decideTags(["a", "b", "c", "d", "e", "f"])).toEqual({ ok: false, code: "too-many-tags" });
});
