import { expect, test } from "vitest";
import { type PendingTip, PendingTips, type TipProgress } from "./pending-tips.ts";
import { asksAgain, readAmount } from "./tip-form.ts";

const tipOf = (id: string): PendingTip => ({
  place: "stage/hall",
  to: "Theo",
  input: {
    id,
    amount: 25,
    room: "hall",
    dj: null,
    performer: "theo",
    trackHistory: null,
    mediaAt: null,
    isHidden: false,
  },
});

const failure = (status: number, code: string, retryAfterMs?: number) =>
  Object.assign(new Error(`because of ${code}`), { status, code, retryAfterMs });

/** A browser: its storage lasts, its pages do not. `answers`: of each attempt, null where it is accepted. */
function makeBrowser(answers: (Error | null | Promise<null>)[]) {
  let stored: unknown;
  const sent: string[] = [];
  const waits: number[] = [];
  const progress: TipProgress[] = [];
  const openPage = () =>
    new PendingTips({
      send: async ({ input: { id } }) => {
        // It is stored before the first attempt.
        expect(JSON.stringify(stored)).toContain(id);
        sent.push(id);
        const answer = answers.length === 0 ? null : await answers.shift();
        if (answer instanceof Error) throw answer;
      },
      read: () => stored,
      write: (next) => {
        stored = next === undefined ? undefined : JSON.parse(JSON.stringify(next));
      },
      onProgress: (_, each) => progress.push(each),
      wait: async (ms) => void waits.push(ms),
    });
  return { openPage, sent, waits, progress, stored: () => stored };
}

test("a double press is one tip", async () => {
  const { openPage, sent, stored, progress } = makeBrowser([]);
  const page = openPage();
  await Promise.all([page.send("ann", tipOf("one")), page.send("ann", tipOf("one"))]);
  await page.send("ann", tipOf("one"));
  expect(sent).toEqual(["one"]);
  expect(stored()).toBeUndefined();
  expect(progress.map(({ status }) => status)).toEqual(["sending", "sent"]);
});

test("without an answer it is sent again under the same id, and waits longer each time", async () => {
  const lost = [failure(0, "offline"), failure(503, "unavailable"), failure(200, "unreadable")];
  const { openPage, sent, waits, progress } = makeBrowser([...lost, failure(429, "rate-limited", 60_000)]);
  await openPage().send("ann", tipOf("one"));
  expect(sent).toEqual(["one", "one", "one", "one", "one"]);
  expect(waits).toEqual([1_000, 2_000, 4_000, 60_000]);
  expect(progress.at(-1)).toMatchObject({ id: "one", status: "sent" });
});

test("a refusal ends it, in words", async () => {
  const { openPage, sent, stored, progress } = makeBrowser([failure(429, "tip-limit", 60_000)]);
  await openPage().send("ann", tipOf("one"));
  expect(sent).toEqual(["one"]);
  expect(stored()).toBeUndefined();
  expect(progress.at(-1)).toEqual({
    id: "one",
    status: "refused",
    code: "tip-limit",
    reason: "because of tip-limit",
  });
});

test("after a reload the same tip is sent again, once a page, and by no other user", async () => {
  const never = new Promise<null>(() => {});
  const { openPage, sent, stored, progress } = makeBrowser([never]);
  void openPage().send("ann", tipOf("one"));
  const next = openPage();
  await next.resume("bob");
  expect(sent).toEqual(["one"]);
  await Promise.all([next.resume("ann"), next.resume("ann")]);
  expect(sent).toEqual(["one", "one"]);
  expect(stored()).toBeUndefined();
  expect(progress.at(-1)).toMatchObject({ status: "sent" });
});

test("an amount is a whole number within the limits, and a large one is asked for again", () => {
  const read = ["1", " 25 ", "1000", "0", "1001", "-5", "2.5", "1e3", ""].map(readAmount);
  expect(read).toEqual([1, 25, 1_000, null, null, null, null, null, null]);
  expect([asksAgain(99, null), asksAgain(100, null), asksAgain(49, 100), asksAgain(50, 100)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
