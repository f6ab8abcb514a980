import { type ReactNode, Suspense } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * What a page does not need at once, for `lazy` components: it comes when the page is alive and the script is there.
 * The server renders in one go, and would not wait for a script.
 */
export function InBrowser({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
