/** Reads the head of one HTTP request from a raw socket, with limits against slow or endless senders. */
import type { Socket } from "node:net";
import { readProxyLine } from "./proxy-line.ts";

export const headLimits = { bytes: 16 * 1_024, ms: 5_000 } as const;

export interface RequestHead {
  method: string;
  path: string;
  /** Raw text after the question mark, still percent-encoded. */
  query: string;
  headers: Map<string, string>;
}

/** Returns the name that its sender uses for itself, or "". */
export const programOf = ({ headers }: RequestHead): string => headers.get("user-agent") ?? "";

export type HeadResult =
  /** `address`: the client address that the proxy reported, if any. */
  | { ok: true; head: RequestHead; rest: Buffer; address: string | null }
  /** `status` is the response to send; without one the client has left. */
  | { ok: false; status: 400 | 408 | 431 | undefined };

const noProxyLine = { address: null, length: 0 } as const;

/**
 * Leaves the socket paused, with the bytes after the head in `rest`. A complete head counts, even when the client has
 * already closed its side or left. `isProxied`: a PROXY protocol line must precede it.
 */
export function readHead(socket: Socket, isProxied = false): Promise<HeadResult> {
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
      const proxied = isProxied ? readProxyLine(received) : noProxyLine;
      const head = proxied && parseHead(received.toString("latin1", proxied.length, end));
      settle(
        head
          ? { ok: true, head, rest: received.subarray(end), address: proxied.address }
          : { ok: false, status: 400 },
      );
    };
    // One deadline for the whole head: an occasional byte does not extend it.
    const timer = setTimeout(() => settle({ ok: false, status: 408 }), headLimits.ms);
    socket.on("data", onData).on("close", onGone).on("end", onGone).resume();
  });
}

/**
 * Returns the end of the head: the first empty line. Where lines end with carriage returns, one without does not end
 * it: it stands in a text that someone has typed into the encoder ("ice-description" of two paragraphs).
 */
function endOfHead(bytes: Buffer): number | undefined {
  const text = bytes.toString("latin1", 0, headLimits.bytes + 1);
  const hasReturns = text[text.indexOf("\n") - 1] === "\r";
  const found = (hasReturns && /\n\r+\n/.exec(text)) || /\n\r*\n/.exec(text);
  return found ? found.index + found[0].length : undefined;
}

/** A word, a path and the protocol, on which nothing depends; what follows it is ignored. */
const requestLine = /^([A-Za-z]{1,16}) +([^ ]+) *(?:$| [A-Za-z]+\/)/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Returns undefined for anything but a request. As in Icecast, a line that is no header (without a colon, the second
 * line of a folded value or of one with a line break) is skipped, and control characters end a value: programs write
 * there what people have typed, and little of it is used. Of a repeated header the first one counts.
 *
 * Fields are split without a regular expression: anyone may send them, and 16 KB of spaces must cost no more than 16 KB
 * of anything else.
 */
export function parseHead(text: string): RequestHead | undefined {
  const [first = "", ...lines] = text.split("\n").map((line) => line.replace(/(?<!\r)\r+$/, ""));
  const request = isPlain(first) ? requestLine.exec(first) : null;
  if (request === null) return undefined;
  const [, method = "", target = ""] = request;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (!headerName.test(name)) continue;
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, plainStart(line.slice(colon + 1)).trim());
  }
  const mark = target.indexOf("?");
  return {
    method: method.toUpperCase(),
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers,
  };
}

const isPlain = (line: string): boolean => plainStart(line).length === line.length;

/** The text up to the first control character, such as a carriage return within a line; a tab does not count. */
function plainStart(line: string): string {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return line.slice(0, at);
  }
  return line;
}

/** The password of a Basic authorization; the user name is ignored. Undefined where there is none. */
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
