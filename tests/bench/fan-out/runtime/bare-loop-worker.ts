/** The least that a Durable Object can do for its listeners: one message in, a loop of sends out. */
import { DurableObject } from "cloudflare:workers";

interface BareEnv {
  LOOP: DurableObjectNamespace<Loop>;
}

export class Loop extends DurableObject {
  readonly #listeners = new Set<WebSocket>();

  override fetch(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    const isSource = new URL(request.url).pathname === "/source";
    this.ctx.acceptWebSocket(server, [isSource ? "source" : "listener"]);
    if (!isSource) this.#listeners.add(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(_: WebSocket, message: string | ArrayBuffer): void {
    for (const listener of this.#listeners) listener.send(message);
  }

  override webSocketClose(socket: WebSocket): void {
    this.#listeners.delete(socket);
  }
}

export default {
  fetch: (request: Request, env: BareEnv) => env.LOOP.getByName("loop").fetch(request),
};
