import { expect, test } from "vitest";
import { checkPreconditions, isRangeOf } from "./preconditions.ts";

const etag = '"abc"';
const check = (headers: Record<string, string>, tag: string | null = etag) =>
  checkPreconditions((name) => headers[name], tag);
const isRange = (value: string, tag: string | null = etag) => isRangeOf(() => value, tag);

test("If-Match wants this very file, or any", () => {
  for (const value of ['"abc"', '"x", "abc"', '"a,b","abc"', "*"])
    expect(check({ "if-match": value }), value).toBeNull();
  for (const value of ['"x"', 'W/"abc"', "abc", "", '"ab", "c"'])
    expect(check({ "if-match": value }), value).toBe(412);
  expect(check({ "if-match": 'W/"abc"' }, 'W/"abc"')).toBe(412);
  expect(check({ "if-match": '"abc"' }, null)).toBe(412);
});

test("If-None-Match is answered with 304 where the caller has the file, weakly compared", () => {
  for (const value of ['"abc"', 'W/"abc"', '"x","abc"', "*"])
    expect(check({ "if-none-match": value }), value).toBe(304);
  for (const value of ['"x"', "abc", ""]) expect(check({ "if-none-match": value }), value).toBeNull();
  expect(check({ "if-none-match": '"abc"' }, 'W/"abc"')).toBe(304);
  expect(check({ "if-none-match": '"abc"' }, null)).toBeNull();
});

test("If-Match comes before If-None-Match", () => {
  expect(check({ "if-match": '"x"', "if-none-match": '"abc"' })).toBe(412);
  expect(check({ "if-match": '"abc"', "if-none-match": '"abc"' })).toBe(304);
});

test("If-Range is one strong tag; a date or a list is of another file", () => {
  expect(isRange('"abc"')).toBe(true);
  for (const value of ['"x"', 'W/"abc"', "Tue, 17 Nov 2026 10:00:00 GMT", '"abc", "abc"', ""])
    expect(isRange(value), value).toBe(false);
  expect(isRangeOf(() => undefined, etag)).toBe(true);
});
