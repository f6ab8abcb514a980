import { SELF } from "cloudflare:test";
import type { Person } from "./people.ts";

const origin = "http://localhost:8787";

export interface RequestOptions {
  /** The caller, by bearer token. */
  as?: Pick<Person, "token">;
  /** The caller, by the cookie that a browser would send from a page of this site. */
  cookie?: Pick<Person, "token">;
  /** JSON to post; without it the request is a GET. */
  body?: unknown;
  /** A raw body with its own content type. */
  raw?: { text: string; type: string };
  method?: string;
  headers?: Record<string, string | undefined>;
  /** The address that the request comes from; limits are counted per address. */
  from?: string;
}

/** Sends a request to the real Worker. Redirects are returned, not followed. */
export function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { as, cookie, body, raw, from } = options;
  const text = raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = new Headers();
  if (as !== undefined) headers.set("authorization", `Bearer ${as.token}`);
  if (cookie !== undefined) {
    headers.set("cookie", `cue=${cookie.token}`);
    headers.set("sec-fetch-site", "same-origin");
  }
  if (text !== undefined) headers.set("content-type", raw?.type ?? "application/json");
  if (from !== undefined) headers.set("cf-connecting-ip", from);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value !== undefined) headers.set(name, value);
  }
  const method = options.method ?? (text === undefined ? "GET" : "POST");
  return SELF.fetch(`${origin}${path}`, { method, headers, body: text, redirect: "manual" });
}

/** Returns the response's JSON, which must have this status. */
export async function answerOf<Answer>(response: Promise<Response>, status = 200): Promise<Answer> {
  const { status: actual, ...rest } = await readJson<Answer>(response);
  if (actual !== status) throw new Error(`expected ${status}, got ${actual}: ${JSON.stringify(rest.json)}`);
  return rest.json;
}

async function readJson<Answer>(pending: Promise<Response>): Promise<{ status: number; json: Answer }> {
  const response = await pending;
  return { status: response.status, json: await response.json<Answer>() };
}

/** Returns the error code of a refused call. */
export async function refusalOf(pending: Promise<Response>): Promise<string> {
  const { status, json } = await readJson<{ code?: string }>(pending);
  if (status < 400 || json.code === undefined)
    throw new Error(`not refused: ${status} ${JSON.stringify(json)}`);
  return json.code;
}
