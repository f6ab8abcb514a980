/** Where a test file's agent lives: a port and a state folder that no other file uses. */
import { tmpdir } from "node:os";
import { join } from "node:path";

const files = ["encoders", "faults", "latency"] as const;
const firstPort = Number(process.env.CUE_TEST_INGEST_PORT ?? 14_370);

export function testPlace(file: (typeof files)[number]): { port: number; state: string } {
  const port = firstPort + files.indexOf(file);
  return { port, state: join(tmpdir(), `cue-agent-tests-${port}`) };
}
