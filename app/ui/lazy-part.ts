import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Time after a first failure until the script is requested again; then twice as long each time, up to the maximum. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

interface Module<Props> {
  default: ComponentType<Props>;
}

/**
 * `lazy` for optional parts of a page, used inside `InBrowser`. While its script does not load, the place stays
 * unchanged: nothing fails.
 */
export function lazyPart<Props>(
  load: () => Promise<Module<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadAtLast(load));
}

async function loadAtLast<Props>(load: () => Promise<Module<Props>>): Promise<Module<Props>> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, waitMs));
    }
  }
}
