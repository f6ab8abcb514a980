/** The door's own responses, worded as encoders know them from Icecast. */
import type { Socket } from "node:net";

const reasons = {
  200: "OK",
  400: "Bad Request",
  401: "Authentication Required",
  403: "Forbidden",
  404: "File Not Found",
  408: "Request Timeout",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  503: "Service Unavailable",
} as const;

export type Status = keyof typeof reasons;

/** The response to an encoder's probe: libshout chooses PUT or SOURCE by it. */
const allow = "GET, SOURCE, PUT, OPTIONS";

const bodies: Partial<Record<Status, string>> = {
  401: "You need to authenticate\r\n",
  403: "Mountpoint in use\r\n",
  404: "Not found\r\n",
  503: "The stream server is not available right now. Please try again in a moment.\r\n",
};

/** Sends the response and closes; a client that does not read it is disconnected after two seconds. */
export function answer(
  socket: Socket,
  status: Status,
  body = bodies[status] ?? "",
  type = "text/plain",
): void {
  const headers = [
    `HTTP/1.0 ${status} ${reasons[status]}`,
    "Server: Icecast 2.4.4",
    "Connection: close",
    `Allow: ${allow}`,
    `Content-Type: ${type}; charset=utf-8`,
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (status === 401) headers.push('WWW-Authenticate: Basic realm="Icecast2 Server"');
  if (status === 503) headers.push("Retry-After: 5");
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
  // Unread bytes of a refused sender would turn the close into a reset and lose the response.
  socket.resume();
  setTimeout(() => socket.destroy(), 2_000).unref();
}

/** Icecast's response to a title that it accepted. */
export function answerTitleTaken(socket: Socket): void {
  const message = "<message>Metadata update successful</message><return>1</return>";
  answer(socket, 200, `<?xml version="1.0"?>\n<iceresponse>${message}</iceresponse>\n`, "text/xml");
}

/** The part of Icecast's status that BUTT reads: with one source in it, BUTT uses nothing else. */
export function answerListeners(socket: Socket, listeners: number): void {
  answer(socket, 200, JSON.stringify({ icestats: { source: { listeners } } }), "application/json");
}
