import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { TitlePace } from "./title-pace.ts";

const fact = (title: string, mount = "m") =>
  ({ type: "title", mount, connection: "c", artist: "", title, at: 1 }) as const;

test("the first of many titles is sent immediately and the newest a second later, per mount", async () => {
  const told: string[] = [];
  const pace = new TitlePace(({ title }) => told.push(title));
  for (let index = 0; index < 1_500; index++) pace.tell(fact(`title ${index}`));
  pace.tell(fact("other", "n"));
  expect(told).toEqual(["title 0", "other"]);
  await sleep(1_100);
  expect(told).toEqual(["title 0", "other", "title 1499"]);
  pace.tell(fact("again", "n"));
  expect(told.at(-1)).toBe("again");
});

test("a waiting title is dropped if its source has gone or if it equals the last one", async () => {
  const told: string[] = [];
  const pace = new TitlePace(({ title }) => told.push(title));
  for (const title of ["one", "two", "one"]) pace.tell(fact(title));
  for (const title of ["three", "four"]) pace.tell(fact(title, "n"));
  pace.forget("n");
  await sleep(1_100);
  expect(told).toEqual(["one", "three"]);
});
