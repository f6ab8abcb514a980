import { expect, test } from "vitest";
import { decideContact } from "./booking-rules.ts";

const open = { isBlocked: false, isBlockedBy: false };
const blocked = { isBlocked: true, isBlockedBy: false };
const blockedBy = { isBlocked: false, isBlockedBy: true };

test("one who can be reached is enough to ask, and so is nobody who would have to answer", () => {
  expect(decideContact([])).toEqual({ ok: true });
  expect(decideContact([open])).toEqual({ ok: true });
  expect(decideContact([blockedBy, open, blocked])).toEqual({ ok: true });
});

test("where nobody can be reached, it is the asker's own doing only if all of it is", () => {
  expect(decideContact([blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blockedBy])).toEqual({ ok: false, code: "not-welcome" });
  expect(decideContact([{ isBlocked: true, isBlockedBy: true }])).toEqual({ ok: false, code: "not-welcome" });
});
