import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { fixedId } from "./demo-people.ts";
import { isIdShaped } from "./id-shape.ts";

test("ids look like ids, in lower or upper case", () => {
  for (const id of [ulid(), ulid().toLowerCase(), fixedId(0, "DEM0")]) expect(isIdShaped(id)).toBe(true);
});

test.each([
  "",
  "ada",
  ulid().slice(1),
  `${ulid()}0`,
  `${ulid().slice(0, 25)}u`,
  "the glass house on a river",
])("%j does not look like an id", (text) => {
  expect(isIdShaped(text)).toBe(false);
});
