import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { createKeptAnswers } from "./kept-answers.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("past half its time one caller computes an answer anew, and the others get the old one meanwhile", async () => {
  const stored: Promise<unknown>[] = [];
  const answers = createKeptAnswers(env, (work) => stored.push(work));
  const ask = (compute: () => Promise<string>) => answers.keep("renewed", 60_000, compute);
  const never = () => Promise.reject(new Error("computed again"));
  expect(await ask(async () => "old")).toBe("old");
  await Promise.all(stored);
  expect(await ask(never)).toBe("old");

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  const renewal = Promise.withResolvers<string>();
  const first = ask(() => renewal.promise);
  await vi.waitFor(async () => expect(await ask(never)).toBe("old"));
  renewal.resolve("new");
  expect(await first).toBe("new");
  await Promise.all(stored);
  expect(await ask(never)).toBe("new");
});
