/** The last texts with which an account found something in this browser. */
import * as z from "zod/mini";
import { readStore, writeStore } from "#app/ui/client-store.ts";

const max = 6;
const storedKey = "searches";

/** Searches of one account: another one that logs in here does not see them. */
const Stored = z.object({ userId: z.string(), texts: z.array(z.string()) });

/** The newest first. */
export function readSearches(userId: string): string[] {
  const { data } = Stored.safeParse(readStore()[storedKey]);
  return data?.userId === userId ? data.texts : [];
}

/** Called when a result is opened. */
export function rememberSearch(userId: string, text: string): void {
  const others = readSearches(userId).filter((other) => other !== text);
  writeStore({ [storedKey]: { userId, texts: [text, ...others].slice(0, max) } });
}

export function forgetSearches(): void {
  writeStore({ [storedKey]: undefined });
}
