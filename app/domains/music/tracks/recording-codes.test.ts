import { expect, test } from "vitest";
import { plainIsrc, plainLabelCode } from "./recording-codes.ts";

test.each([
  ["DEA123400001", "DEA123400001"],
  ["de-a12-34-00001", "DEA123400001"],
  ["ISRC: GB AYE 69 00531 ", "GBAYE6900531"],
  // Of Iceland.
  ["ISRC12400001", "ISRC12400001"],
  ["DEA12340000", null],
  ["DEA1234000012", null],
  ["1EA123400001", null],
  ["DEA12E400001", null],
  ["", null],
])("the ISRC %j is %j", (text, code) => {
  expect(plainIsrc(text)).toBe(code);
});

test.each([
  ["LC 01234", "LC 01234"],
  ["lc-1234", "LC 01234"],
  ["99999", "LC 99999"],
  ["LC100123", "LC 100123"],
  ["LC 12", null],
  ["LC 1234567", null],
  ["XC 01234", null],
  ["", null],
])("the label code %j is %j", (text, code) => {
  expect(plainLabelCode(text)).toBe(code);
});
