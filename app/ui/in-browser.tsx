import { type ReactNode, Suspense } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Renders `lazy` components that a page does not need immediately, once the page has hydrated and the script has
 * loaded. The server renders in one go, and would not wait for a script.
 */
export function InBrowser({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
