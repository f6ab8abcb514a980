import type { DueList } from "./due-list.ts";

const reason = "the object was erased";

/**
 * Deletes all of an object's storage, and its alarm; `due` where it has one. The memory is discarded too, as the last
 * act of the call that does this: the next call gets an object that was never used. So that call ends with an error,
 * which `erased` takes for what it is.
 */
export async function eraseObject(ctx: DurableObjectState, due?: DueList): Promise<never> {
  await due?.close();
  await ctx.storage.deleteAll();
  await ctx.storage.sync();
  ctx.abort(reason);
  throw new Error(reason);
}

/** Waits for a call that erases its object. */
export async function erased(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(reason))) throw error;
  }
}
