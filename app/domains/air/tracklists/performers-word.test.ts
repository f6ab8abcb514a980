import { expect, test } from "vitest";
import type { EvidenceRow } from "./evidence.ts";
import { performersRows } from "./performers-word.ts";

let count = 0;
const row = (kind: EvidenceRow["kind"], act: EvidenceRow["act"], more: Partial<EvidenceRow> = {}) => {
  count += 1;
  return { id: `row-${count}`, kind, act, line: null, details: {}, at: count, ...more } as EvidenceRow;
};

test("what a manager says of a line is the performer's word once they go on with it, and not before", () => {
  const title = row("encoder", "heard");
  const line = title.id;
  const moved = row("manager", "move", { line });
  const added = row("manager", "heard", { line: "added", id: "added" });
  expect(performersRows([title, moved, added])).toEqual([title]);
  const confirmed = row("performer", "confirm", { line });
  expect(performersRows([title, moved, added, confirmed])).toEqual([title, moved, confirmed]);
  const later = row("manager", "remove", { line });
  expect(performersRows([title, moved, confirmed, later])).toEqual([title, moved, confirmed]);
  const back = row("performer", "retract", { details: { evidence: confirmed.id } });
  expect(performersRows([title, moved, confirmed, back])).toEqual([title, confirmed, back]);
  const hidden = row("performer", "hide", { line: "added" });
  expect(performersRows([title, added, hidden])).toEqual([title, added, hidden]);
});
