import { expect, test } from "vitest";
import { resolveFields, type Said } from "./said-fields.ts";

const said = (source: Said["source"], fields: Said["fields"]): Said => ({ source, fields });

test("who plays a track says what is reported of it: here, elsewhere, by their file, by their history; last what all see", () => {
  const all = [
    said("public", { isrc: "public", composer: "public", label: "public", album: "public" }),
    said("history", { isrc: "history", composer: "history", label: "history" }),
    said("file", { isrc: "file", composer: "file" }),
    said("performer", { isrc: "here" }),
  ];
  const { known, sources } = resolveFields(all);
  expect(known).toMatchObject({ isrc: "here", composer: "file", label: "history", album: "public" });
  expect(sources).toEqual({ isrc: "performer", composer: "file", label: "history", album: "public" });
  expect(known.publisher).toBeNull();
});

test("the latest word of one source counts, and an empty one takes it back", () => {
  const twice = [said("performer", { isrc: "first" }), said("performer", { isrc: "then" })];
  expect(resolveFields(twice).known.isrc).toBe("then");
  const back = [said("file", { isrc: "file" }), ...twice, said("performer", { isrc: "" })];
  expect(resolveFields(back)).toMatchObject({ known: { isrc: "file" }, sources: { isrc: "file" } });
});
