import { expect, test, vi } from "vitest";
import { addPendingChange, pendingChangesSettled } from "./pending-changes.ts";

test("a navigation waits for the changes that the server has not confirmed, but not for ever", async () => {
  vi.useFakeTimers();
  await pendingChangesSettled();

  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  addPendingChange(first.promise);
  addPendingChange(second.promise);
  const settled = vi.fn();
  void pendingChangesSettled().then(settled);
  first.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(settled).not.toHaveBeenCalled();
  second.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toHaveBeenCalledOnce();

  addPendingChange(new Promise(() => {}));
  const hung = vi.fn();
  void pendingChangesSettled().then(hung);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(hung).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(hung).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
