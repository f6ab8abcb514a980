import type { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const listenWithinMs = 8_000;

/**
 * Listens on `host`, or on all addresses where there is none. Throws when the port is still taken after eight seconds:
 * an agent that is being replaced may hold it for a moment longer.
 */
export async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  const deadline = performance.now() + listenWithinMs;
  for (;;) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port, host }, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken) throw error;
      if (performance.now() > deadline)
        throw new Error(`Port ${port} is in use by another program. Set CUE_INGEST_PORT to a free one.`, {
          cause: error,
        });
      await sleep(250);
    }
  }
}
