import { expect, test, vi } from "vitest";
import { addPendingChange, pendingChangesSettled } from "./pending-changes.ts";

test("a navigation waits for the changes that the server has not confirmed, and no longer than its limit", async () => {
  vi.useFakeTimers();
  await pendingChangesSettled();

  const saved = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  addPendingChange(saved.promise);
  addPendingChange(refused.promise);
  const settled = vi.fn();
  pendingChangesSettled().then(settled);
  saved.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(settled).not.toHaveBeenCalled();
  refused.reject(new Error("refused"));
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toHaveBeenCalledOnce();

  addPendingChange(new Promise(() => {}));
  const hung = vi.fn();
  pendingChangesSettled(5_000).then(hung);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(hung).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(hung).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
