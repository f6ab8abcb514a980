/** Reads the head of one HTTP request from a raw socket, with limits that a slow or endless sender runs into. */
import type { Socket } from "node:net";

export const headLimits = { bytes: 16 * 1_024, ms: 5_000 } as const;

export interface RequestHead {
  method: string;
  path: string;
  /** Raw text behind the question mark, still percent-encoded. */
  query: string;
  headers: Map<string, string>;
}

export type HeadResult =
  | { ok: true; head: RequestHead; rest: Buffer }
  /** `status` is what to answer; without one the client is gone. */
  | { ok: false; status: 400 | 408 | 431 | undefined };

/** Leaves the socket paused, with whatever followed the head in `rest`. */
export function readHead(socket: Socket): Promise<HeadResult> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = (result: HeadResult) => {
      clearTimeout(timer);
      socket.off("data", onData).off("close", onGone).off("end", onGone);
      socket.pause();
      resolve(result);
    };
    const onGone = () => settle({ ok: false, status: undefined });
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const end = endOfHead(received);
      if (end === undefined) {
        if (received.length > headLimits.bytes) settle({ ok: false, status: 431 });
        return;
      }
      if (end > headLimits.bytes) return settle({ ok: false, status: 431 });
      const head = parseHead(received.toString("latin1", 0, end));
      settle(head ? { ok: true, head, rest: received.subarray(end) } : { ok: false, status: 400 });
    };
    // One deadline for the whole head: a byte now and then does not extend it.
    const timer = setTimeout(() => settle({ ok: false, status: 408 }), headLimits.ms);
    socket.on("data", onData).on("close", onGone).on("end", onGone).resume();
  });
}

function endOfHead(bytes: Buffer): number | undefined {
  const strict = bytes.indexOf("\r\n\r\n");
  const loose = bytes.indexOf("\n\n");
  if (strict >= 0 && (loose < 0 || strict < loose)) return strict + 4;
  return loose >= 0 ? loose + 2 : undefined;
}

/** Answers undefined for what is no request head. Of a repeated header the first one counts. */
export function parseHead(text: string): RequestHead | undefined {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const request = /^([A-Z]{1,16}) (\S+)(?: (?:HTTP|ICE)\/\d\.\d)?$/.exec(first);
  if (!request) return undefined;
  const [, method = "", target = ""] = request;
  const headers = new Map<string, string>();
  for (const line of lines) {
    if (line === "") continue;
    const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (!field) return undefined;
    const [, name = "", value = ""] = field;
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value);
  }
  const mark = target.indexOf("?");
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers,
  };
}

/** The password of a Basic authorization; whatever name stands before it. Undefined where there is none. */
export function basicPassword(head: RequestHead): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(head.headers.get("authorization") ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** `/abc` is mount `abc`. Undefined for a path that no mount can have. */
export function mountOf(path: string): string | undefined {
  return /^\/?([A-Za-z0-9][A-Za-z0-9._~-]{0,127})$/.exec(path)?.[1];
}
