/**
 * Answers Icecast's URL authentication: a loopback HTTP server that only this agent's Icecast can reach. A source is
 * admitted by the single-use ticket that the door put in place of its password; listeners never are.
 */
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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

export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #expected: Buffer;
  #url = "";

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#expected = Buffer.from(`Basic ${Buffer.from(`icecast:${options.password}`).toString("base64")}`);
  }

  /** The address that Icecast has to ask, once started. */
  get url(): string {
    return this.#url;
  }

  async start(): Promise<() => void> {
    const server = createServer((request, response) => this.#receive(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    this.#url = `http://127.0.0.1:${port}`;
    return () => {
      server.close();
      server.closeAllConnections();
    };
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const given = Buffer.from(request.headers.authorization ?? "");
    const isIcecast = given.length === this.#expected.length && timingSafeEqual(given, this.#expected);
    if (!isIcecast || request.method !== "POST") return void response.writeHead(404).end();
    readForm(request).then(
      (form) => {
        const isAllowed = this.#decide(request.url ?? "", form);
        // Icecast reads only this header; without it the source is refused.
        response.writeHead(isAllowed ? 200 : 401, isAllowed ? { "icecast-auth-user": "1" } : {}).end();
      },
      () => response.writeHead(400).end(),
    );
  }

  #decide(path: string, form: URLSearchParams): boolean {
    const mount = (form.get("mount") ?? "").replace(/^\//, "");
    if (path === "/stream-auth") return this.#options.isAdmitted(mount, form.get("pass") ?? "");
    if (path !== "/mount-add" && path !== "/mount-remove") return false;
    this.#options.onMountsChanged();
    return true;
  }
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
