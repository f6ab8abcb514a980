/** One request to another service, with what every client needs: a time limit, no redirects, and a bounded body. */
import type { Connection } from "./elsewhere.ts";

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Null where the body is not JSON. */
  json: unknown;
}

interface Limits {
  /** Maximum time until the response is complete. */
  timeoutMs?: number;
  /** Maximum size of the response's body; the rest is not read. */
  maxBytes?: number;
}

interface BytesReply {
  status: number;
  headers: Headers;
  /** Null where the body is longer than it may be. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/**
 * Null where no complete response came: whether the request had an effect is then unknown. Never throws, because errors
 * of the network may name the address, which may contain a token.
 */
export async function ask(
  service: Pick<Connection, "send">,
  address: string,
  init: RequestInit = {},
  limits: Limits = {},
): Promise<Reply | null> {
  const reply = await askBytes(service, address, init, limits);
  if (reply === null || reply.bytes === null) return null;
  const text = new TextDecoder().decode(reply.bytes);
  return { status: reply.status, headers: reply.headers, text, json: readJson(text) };
}

/** Requests a file like `ask`. */
export async function askBytes(
  { send }: Pick<Connection, "send">,
  address: string,
  init: RequestInit,
  { timeoutMs = 15_000, maxBytes = 1_000_000 }: Limits = {},
): Promise<BytesReply | null> {
  try {
    // A redirect would carry the token to another address.
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await send(new Request(address, { ...init, redirect: "manual", signal }));
    const bytes = await readBytes(response, maxBytes);
    return { status: response.status, headers: response.headers, bytes };
  } catch {
    return null;
  }
}

/** Null where the body is longer; the rest is not read. */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Null where it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns how long a service asks to be left alone, in milliseconds; null where it does not say. Seconds or a date (RFC
 * 9110).
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const value = headers.get("retry-after");
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

export const withQuery = (address: string, query: Record<string, string>): string =>
  `${address}?${new URLSearchParams(query)}`;
