import type { DueList } from "./alarms.ts";

/**
 * Takes away all that an object has stored, and its alarm; `due` where it has one. What is still in memory is given up with it: the next
 * call meets an object that was never used.
 */
export async function eraseObject(ctx: DurableObjectState, due?: DueList): Promise<void> {
  await due?.close();
  await ctx.storage.deleteAll();
  await ctx.storage.sync();
  // After the answer to this call, which would fail with it.
  setTimeout(() => ctx.abort("erased"), 0);
}
