/** A socket to an object as the Worker opens it, for the objects' own tests. */
import type * as z from "zod/mini";
import { type SocketViewer, viewerHeader } from "#durable-objects/contract.ts";
import { encodeViewer } from "#durable-objects/sockets.ts";

export function viewer(
  userId: string | null,
  sessionHash: string | null = userId && "session",
): SocketViewer {
  return {
    userId,
    username: userId ?? "",
    photo: null,
    badge: null,
    sessionHash,
    canWrite: userId !== null,
    listenerKey: userId ?? "anonymous",
  };
}

export interface TestSocket<Frame> {
  raw: WebSocket;
  send(frame: unknown): void;
  /** Returns the next frame, in order; waits for it. */
  next(): Promise<Frame>;
  /** The number of frames that have arrived and were not read. */
  waiting(): number;
  /** The code with which the object closed it. */
  closed: Promise<number>;
}

type Caller = SocketViewer | null | { headers: Record<string, string> };

/** A socket that is open, and not yet accepted. */
async function upgrade(
  stub: { fetch(request: Request): Promise<Response> },
  path: string,
  who: Caller,
): Promise<WebSocket> {
  const headers = who === null ? {} : "headers" in who ? who.headers : { [viewerHeader]: encodeViewer(who) };
  const response = await stub.fetch(
    new Request(`http://object${path}`, { headers: { upgrade: "websocket", ...headers } }),
  );
  if (response.webSocket === null) throw new Error(`no socket: ${response.status}`);
  return response.webSocket;
}

/** The socket of a client that never answers being closed. */
export async function openMute(...asked: Parameters<typeof upgrade>): Promise<WebSocket> {
  const socket = await upgrade(...asked);
  socket.accept({ allowHalfOpen: true });
  return socket;
}

/** Frames are parsed with `schema` when they are read: an invalid frame fails the test. */
export async function openSocket<Schema extends z.ZodMiniType>(
  stub: { fetch(request: Request): Promise<Response> },
  path: string,
  who: Caller,
  schema: Schema,
): Promise<TestSocket<z.infer<Schema>>> {
  const socket = await upgrade(stub, path, who);
  const frames: string[] = [];
  const waiting: ((frame: string) => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const first = waiting.shift();
    if (first === undefined) frames.push(String(data));
    else first(String(data));
  });
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => {
      // As a browser does; an object whose sockets are half closed cannot be evicted.
      socket.close();
      resolve(code);
    });
  });
  socket.accept();
  return {
    raw: socket,
    send: (frame) => socket.send(JSON.stringify(frame)),
    next: async () => {
      const frame = frames.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      return schema.parse(JSON.parse(frame));
    },
    waiting: () => frames.length,
    closed,
  };
}
