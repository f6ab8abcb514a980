import { expect, test } from "vitest";
import { playerActionOf } from "./shortcuts.ts";

/** The focus is within elements of these selectors. */
const within =
  (...focused: string[]) =>
  (selector: string) =>
    selector.split(", ").some((one) => focused.includes(one));

test("arrows change volume and position wherever the focus has no use for them, also on the pressed play button", () => {
  for (const focus of [within(), within("button"), within("a"), within("summary"), within("[role=button]")]) {
    expect(playerActionOf("ArrowUp", focus)).toBe(5);
    expect(playerActionOf("ArrowDown", focus)).toBe(-5);
    expect(playerActionOf("ArrowLeft", focus)).toEqual({ seekBy: -15_000 });
    expect(playerActionOf("ArrowRight", focus)).toEqual({ seekBy: 15_000 });
  }
});

test("arrows are left to what chooses or scrolls with them", () => {
  const users = ["tablist", "menu", "listbox", "slider", "radiogroup", "toolbar", "log", "dialog"];
  for (const role of users)
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
      expect(playerActionOf(key, within("button", `[role=${role}]`)), role).toBeNull();
});

test("Space is left to buttons and links, K plays everywhere", () => {
  expect(playerActionOf(" ", within())).toBe("toggle");
  for (const pressable of ["button", "a", "summary"]) {
    expect(playerActionOf(" ", within(pressable))).toBeNull();
    expect(playerActionOf("k", within(pressable))).toBe("toggle");
  }
});
