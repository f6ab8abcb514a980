import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

/** The state LISTEN in /proc/net/tcp. */
const tcpListen = "0A";

/** Returns a port of 127.0.0.1 that no one listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns whether someone listens on the port, without connecting to it. */
export function isListening(port: number): boolean {
  const address = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .some(([, local = "", , state]) => local.endsWith(address) && state === tcpListen);
}
