import { setTimeout as sleep } from "node:timers/promises";

const intervalMs = 5_000;
const timeoutMs = 8_000;
const maxMisses = 3;

/**
 * Requests `url` every 5 s; any response counts as life. After three requests in a row without one within 8 s, `onHang`
 * is called. A process that has ended is noticed immediately by its supervisor; this is for one that hangs.
 */
export function watchHealth(url: string, onHang: () => void): { stop(): void } {
  const stopping = new AbortController();
  void (async () => {
    let misses = 0;
    for (;;) {
      await sleep(intervalMs, undefined, { signal: stopping.signal, ref: false });
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
        await response.arrayBuffer();
        misses = 0;
      } catch (error) {
        // A refused connection means that it is already being restarted.
        misses = error instanceof DOMException && error.name === "TimeoutError" ? misses + 1 : 0;
      }
      if (misses < maxMisses) continue;
      misses = 0;
      onHang();
    }
  })().catch(() => {});
  return { stop: () => stopping.abort() };
}
