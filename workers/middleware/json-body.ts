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
 * Reads the body of a call: JSON only, counted while it arrives whatever its length header says, and no deeper than any
 * call needs. An empty body is an empty object.
 */
export function readJsonBody(calls: readonly Call[]) {
  const byPath = new Map(calls.map((call) => [`/api${call.path}`, call]));
  return createMiddleware<HonoEnv>(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") return next();
    const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    if (type !== "application/json") throw new AppError("unsupported-type");
    const maxBytes = bodyLimitOf(byPath.get(c.req.path), c.get("app").viewer !== null);
    const text = await readText(c.req.raw.body, maxBytes);
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
