/** Runs once the page is idle, or after a while in any case. Returns a function that cancels it. */
export function whenIdle(act: () => void, withinMs = 3_000): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, withinMs / 3);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
