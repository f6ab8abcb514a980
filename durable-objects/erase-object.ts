import type { DueList } from "./alarms.ts";

/**
 * Deletes all of an object's storage, and its alarm; `due` where it has one. The memory is discarded too: the next call
 * gets an object that was never used.
 */
export async function eraseObject(ctx: DurableObjectState, due?: DueList): Promise<void> {
  await due?.close();
  await ctx.storage.deleteAll();
  await ctx.storage.sync();
  // After the response to this call, which would fail otherwise.
  setTimeout(() => ctx.abort("erased"), 0);
}
