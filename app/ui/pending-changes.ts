/** Changes that a page shows before the server has confirmed them. */

/** A navigation waits no longer than this: without a network the next page reports that itself. */
const longestWaitMs = 5_000;

const pending = new Set<Promise<unknown>>();

/** Adds a change until it settles. It must not reject. */
export function addPendingChange(change: Promise<unknown>): void {
  pending.add(change);
  void change.then(() => pending.delete(change));
}

/** Resolves once all changes have settled that were pending when it was called, or after 5 s. */
export async function pendingChangesSettled(): Promise<void> {
  if (pending.size > 0)
    await Promise.race([Promise.all(pending), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
}
