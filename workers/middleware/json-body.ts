import { createMiddleware } from "hono/factory";
import type { Call } from "#app/call.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";

export const bodyLimits = { bytes: 64 * 1024, depth: 10 } as const;

/** Returns the maximum size of a call's body in bytes. Only signed-in users may send more than the default. */
export function bodyLimitOf(call: Call | undefined, isSignedIn: boolean): number {
  return (isSignedIn ? call?.maxBytes : undefined) ?? bodyLimits.bytes;
}

/**
 * Reads the body of a call: JSON only, and no deeper than any call needs. One that states more bytes than it may have is
 * not read; whatever it states, it is counted while it arrives. An empty body is an empty object.
 */
export function readJsonBody(calls: readonly Call[]) {
  const byPath = new Map(calls.map((call) => [`/api${call.path}`, call]));
  return createMiddleware<HonoEnv>(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") return next();
    const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    if (type !== "application/json") throw new AppError("unsupported-type");
    const maxBytes = bodyLimitOf(byPath.get(c.req.path), c.get("app").viewer !== null);
    if (Number(c.req.header("content-length")) > maxBytes) throw new AppError("too-large");
    const text = await readText(c.req.raw.body, maxBytes);
    // What makes a body large are files, each in one string: a list of millions takes far more memory than its text.
    if (text.length > bodyLimits.bytes && countOutsideStrings(text) > bodyLimits.bytes)
      throw new AppError("too-large");
    const value = parse(text === "" ? "{}" : text);
    if (isDeeper(value, bodyLimits.depth)) throw new AppError("bad-json");
    // Hono's own readers look here first; the stream is consumed.
    c.req.bodyCache.json = Promise.resolve(value);
    await next();
  });
}

async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new AppError("too-large");
    }
    text += decode(() => decoder.decode(value, { stream: true }));
  }
  return text + decode(() => decoder.decode());
}

function decode(read: () => string): string {
  try {
    return read();
  } catch (error) {
    throw new AppError("bad-json", { cause: error });
  }
}

/** Counts the characters of a JSON text that are outside of its strings, and the quotes around these. */
function countOutsideStrings(text: string): number {
  let count = 0;
  let at = 0;
  for (;;) {
    const start = text.indexOf('"', at);
    if (start === -1) return count + text.length - at;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    count += start - at + 2;
    if (end === -1) return count;
    at = end + 1;
  }
}

/** Whether an odd number of backslashes is before this place. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start -= 1;
  return (at - start) % 2 === 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("bad-json", { cause: error });
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((child) => isDeeper(child, depth - 1));
}
