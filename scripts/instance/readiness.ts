/** The conditions to wait for before people are sent to a copy. */
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { z } from "zod";
import type { Settings } from "../settings.ts";

/** Waits until a page responds. @returns whether it did within `withinMs` */
export async function waitForPage(settings: Settings, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    try {
      const response = await fetch(`${settings.localAddress}/`, { signal: AbortSignal.timeout(5_000) });
      await response.arrayBuffer();
      if (response.status < 500) return true;
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  return false;
}

const StatusFrame = z.object({ data: z.object({ status: z.string() }) });

/** Waits until a stage is live, as its listeners see it. @returns whether it was within `withinMs` */
export async function waitUntilLive(settings: Settings, stageId: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await hearOfLive(settings, stageId, deadline - performance.now())) return true;
    await sleep(250);
  }
  return false;
}

/** Opens one socket; resolves with true as soon as the stage is live. */
function hearOfLive(settings: Settings, stageId: string, withinMs: number): Promise<boolean> {
  const url = `${settings.localAddress.replace("http", "ws")}/realtime/stage/${stageId}`;
  return new Promise((done) => {
    const socket = new WebSocket(url, { origin: settings.origin });
    const end = (isLive: boolean) => {
      clearTimeout(timer);
      socket.terminate();
      done(isLive);
    };
    const timer = setTimeout(() => end(false), withinMs);
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      const frame = StatusFrame.safeParse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : "null"));
      if (frame.success && frame.data.data.status === "live") end(true);
    });
  });
}
