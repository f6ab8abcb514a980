import { expect, test } from "vitest";
import { withoutName } from "./without-name.ts";

const account = { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", username: "Ada", email: "ada.m+dj@example.com" };
const without = (text: string, username: string) => withoutName(text, { ...account, username });

test("a name is replaced wherever it stands for itself, in any case", () => {
  expect(without("ADA and @ada, for Ada's workshop (ada)", "Ada")).toBe(
    "(deleted account) and (deleted account), for (deleted account)'s workshop ((deleted account))",
  );
  expect(without("Zoë Ångström's tips", "zoë ångström")).toBe("(deleted account)'s tips");
  expect(without("Zo\u0065\u0308 and ZOË", "Zoë")).toBe("(deleted account) and (deleted account)");
});

test("the same letters in another word stay, and a name is no pattern", () => {
  expect(without("A grant for Anna and Joanna", "an")).toBe("A grant for Anna and Joanna");
  expect(without("Adamant", "Ada")).toBe("Adamant");
  expect(without("an A grade", "Ana")).toBe("an A grade");
  expect(without("axb and a.b", "a.b")).toBe("axb and (deleted account)");
});

test.each(["Ada Marlow", "Ada.Marlow", "ada_marlow", "AdaMarlow", "Ada Marlow."])(
  "%s is replaced with any separators, and next to punctuation",
  (username) => {
    for (const spelled of ["Ada Marlow", "ada.marlow", "ADA_MARLOW", "ada-marlow", "AdaMarlow"])
      expect(without(`_${spelled}_ “${spelled}’s”, ${spelled}/x: ${spelled}.`, username)).toBe(
        "_(deleted account)_ “(deleted account)’s”, (deleted account)/x: (deleted account).",
      );
  },
);

test("a name of small letters is replaced where a dot is in it", () => {
  expect(without("ada.marlow and A.daMarlow", "adamarlow")).toBe("(deleted account) and (deleted account)");
});

test("the address and the id are replaced, in any case, and others stay", () => {
  const text = `Ada.M+DJ@example.com, <ada.m+dj@example.com>. mailto:ada.m+dj@example.com ${account.id} ${account.id.toLowerCase()}:`;
  expect(withoutName(text, account)).toBe(
    "(deleted account), <(deleted account)>. mailto:(deleted account) (deleted account) (deleted account):",
  );
  const others = `xada.m+dj@example.com z.ada.m+dj@example.com ada.m+dj@example.com.au ${account.id}0`;
  expect(withoutName(others, { ...account, username: "Bo" })).toBe(others);
});
