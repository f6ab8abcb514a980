import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { sendProblem } from "./send-problem.ts";

const set = { id: "booked" } as SetView;
const free = { problem: null, weekCount: 1, conflicts: [] };

test("a request is ready once both parties, the time and the weeks are chosen and the time is free", () => {
  expect(sendProblem({ missing: null, when: free })).toBeNull();
  expect(sendProblem({ missing: "Choose a stage", when: free })).toBe("Choose a stage");
  expect(sendProblem({ missing: null, when: { ...free, weekCount: null } })).toBe(
    "Enter the number of weeks",
  );
});

test("a request is never ready while its time is taken, in any of its weeks", () => {
  const taken = (weekCount: number, ...weeks: number[]) =>
    sendProblem({
      missing: null,
      when: { ...free, weekCount, conflicts: weeks.map((week) => ({ week, set })) },
    });
  expect(taken(1, 1)).toBe("That time is taken");
  expect(taken(4, 3, 3)).toBe("Week 3 is taken");
  expect(taken(4, 2, 3, 3)).toBe("2 weeks are taken");
});
