/** Changes that a page shows before the server has confirmed them. */

/** A navigation waits no longer than this: without a network the next page reports that itself. */
const longestWaitMs = 5_000;

const pending = new Set<Promise<unknown>>();

/** Adds a change until it settles, either way. */
export function addPendingChange(change: Promise<unknown>): void {
  pending.add(change);
  const remove = () => pending.delete(change);
  change.then(remove, remove);
}

/** Resolves once all changes have settled that were pending when it was called, or after `limitMs`. */
export async function pendingChangesSettled(limitMs = longestWaitMs): Promise<void> {
  if (pending.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.allSettled(pending), limit]);
  clearTimeout(timer);
}
