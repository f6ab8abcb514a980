import { expect, test } from "vitest";
import { faultCodes } from "#app/domains/media/encoder-faults.ts";
import { warnings } from "./warnings.ts";

test("every warning of an encoder is explained, in the same order, with something to do", () => {
  expect(Object.keys(warnings)).toEqual([...faultCodes]);
  for (const { remedies } of Object.values(warnings)) expect(remedies.length).toBeGreaterThan(0);
});
