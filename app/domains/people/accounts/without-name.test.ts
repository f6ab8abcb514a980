import { expect, test } from "vitest";
import { withoutName } from "./without-name.ts";

test("a name is replaced wherever it stands for itself, in any case", () => {
  expect(withoutName("ADA and @ada, for Ada's workshop (ada)", "Ada")).toBe(
    "(deleted account) and (deleted account), for (deleted account)'s workshop ((deleted account))",
  );
  expect(withoutName("Zoë Ångström's tips", "zoë ångström")).toBe("(deleted account)'s tips");
});

test("the same letters in another word stay, and a name is no pattern", () => {
  expect(withoutName("A grant for Anna and Joanna", "an")).toBe("A grant for Anna and Joanna");
  expect(withoutName("Adamant", "Ada")).toBe("Adamant");
  expect(withoutName("axb and a.b", "a.b")).toBe("axb and (deleted account)");
});
