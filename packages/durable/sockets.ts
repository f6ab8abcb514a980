/**
 * The common rules of every object with sockets: how large a frame may be, how a socket resumes, and how it is sent to.
 */

/** Largest frame a client may send, bytes. */
export const maxFrameBytes = 4096;

/** The codes with which this package closes sockets, and those after which a client reconnects as after any other. */
export const closeCodes = {
  /** A frame was larger than allowed, or binary. */
  tooLarge: 1009,
  /** It cannot be sent to fast enough, or it sends far too much. */
  tryAgainLater: 1013,
} as const;

/** The last sequence number that a reconnecting client has seen (`?since=`), or null. */
export function readSince(request: Request): number | null {
  return readCount(request, "since");
}

/** The number in this parameter of the address, or null. */
export function readCount(request: Request, name: string): number | null {
  const count = new URL(request.url).searchParams.get(name) ?? "";
  return /^\d{1,15}$/.test(count) ? Number(count) : null;
}

/**
 * Whether a socket is open on both sides. One that its object has closed stays with the runtime for as long as its
 * client does not answer: it is of no use from the close frame on.
 */
export const isOpen = ({ readyState }: Pick<WebSocket, "readyState">): boolean =>
  readyState === WebSocket.OPEN;

/** The open sockets of an object, or those with this tag. */
export function openSockets(ctx: DurableObjectState, tag?: string): WebSocket[] {
  return ctx.getWebSockets(tag).filter(isOpen);
}

/**
 * The text of a frame. Undefined where it is binary or larger than allowed, and then the socket is closed; or where the
 * socket was closed before.
 */
export function readTextFrame(
  socket: Pick<WebSocket, "close" | "readyState">,
  message: string | ArrayBuffer | ArrayBufferView,
  maxBytes = maxFrameBytes,
): string | undefined {
  if (!isOpen(socket)) return undefined;
  if (typeof message === "string" && byteLength(message, maxBytes) <= maxBytes) return message;
  socket.close(closeCodes.tooLarge, typeof message === "string" ? "frame too large" : "text only");
  return undefined;
}

/** UTF-8 bytes; text that is already too long in UTF-16 is not encoded to be counted. */
function byteLength(text: string, enough: number): number {
  return text.length > enough ? text.length : new TextEncoder().encode(text).byteLength;
}

/** Pings are answered by the runtime, without waking the object. */
export function answerPings(ctx: DurableObjectState): void {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
}

/** Returns when a ping of a socket was last answered (epoch ms), or null. */
export function lastPingAt(ctx: DurableObjectState): (socket: WebSocket) => number | null {
  return (socket) => ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null;
}

/** A random delay (ms) from the whole range, so that clients that were refused together do not return together. */
export function fullJitter(maxMs: number): number {
  return Math.floor(Math.random() * maxMs);
}

/** Sends to a socket that may be closed; its close event follows. */
export function sendText(socket: Pick<WebSocket, "send">, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The peer has left; there is no one to send to.
  }
}
