/**
 * Answers Icecast's URL authentication: a loopback HTTP server that only this agent's Icecast can reach. A source is
 * admitted by the single-use ticket that the door put in place of its password; listeners never are.
 */
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Callbacks {
  url: string;
  stop(): void;
}

export interface CallbackOptions {
  password: string;
  /** May a source with this ticket have this mount? */
  isAdmitted(mount: string, ticket: string): boolean;
  /**
   * Icecast gained or lost a mount: only a hint to check, since a late call may be about the mount's previous source.
   */
  onMountsChanged(): void;
}

const maxBodyBytes = 8_192;

export async function startCallbacks(options: CallbackOptions): Promise<Callbacks> {
  const expected = Buffer.from(`Basic ${Buffer.from(`icecast:${options.password}`).toString("base64")}`);
  const server = createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization ?? "");
    const isIcecast = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isIcecast || request.method !== "POST") return response.writeHead(404).end();
    readForm(request).then(
      (form) => {
        const isAllowed = decide(request.url ?? "", form);
        // Icecast reads only this header; without it the source is refused.
        response.writeHead(isAllowed ? 200 : 401, isAllowed ? { "icecast-auth-user": "1" } : {}).end();
      },
      () => response.writeHead(400).end(),
    );
  });

  function decide(path: string, form: URLSearchParams): boolean {
    const mount = (form.get("mount") ?? "").replace(/^\//, "");
    if (path === "/stream-auth") return options.isAdmitted(mount, form.get("pass") ?? "");
    if (path !== "/mount-add" && path !== "/mount-remove") return false;
    options.onMountsChanged();
    return true;
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = part as Buffer;
    size += bytes.length;
    if (size > maxBodyBytes) throw new Error("too large");
    parts.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(parts).toString("latin1"));
}
