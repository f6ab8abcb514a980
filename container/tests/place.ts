/**
 * The place of a test file's agent: a port and a state folder of its own, also while another copy of the tests runs.
 */
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function testPlace(): Promise<{ port: number; state: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { port, state: mkdtempSync(join(tmpdir(), "cue-agent-tests-")) };
}
