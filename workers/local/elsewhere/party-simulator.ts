/** The interface of each simulator of a service, and what they share. */
import type { FormField } from "./read-form.ts";
import { readForm } from "./read-form.ts";

/** A body in the list of requests: a form's fields, of files only their length; or JSON. Without secrets. */
export type ShownBody = unknown;

export interface ReadBody {
  shown: ShownBody;
  /** Fields of `multipart/form-data`. */
  fields: FormField[];
  /** Fields of a simple form. */
  form: URLSearchParams;
  /** Undefined where the body is not JSON. */
  json: unknown;
  /** Bytes of any other type. */
  bytes: Uint8Array;
}

/** A request as the service would receive it. */
export interface SimulatorRequest {
  method: string;
  url: URL;
  /** Path below `/dev/elsewhere/{party}`, of a service with many servers also below its host. */
  path: string;
  /** The server; empty for a service that has only one. */
  host: string;
  headers: Headers;
  body: ReadBody;
  /** Epoch ms: the clock of the simulators, which tests can move. */
  now: number;
}

export interface FaultReply {
  status: number;
  /** Seconds. */
  retryAfterS: number | null;
}

export interface PartySimulator {
  handle(request: SimulatorRequest): Response | Promise<Response>;
  /** Returns a scripted failure in the service's words. */
  fail(fault: FaultReply, request: SimulatorRequest): Response;
  /** The path without its secrets, for the list of requests. Absent where there are none in it. */
  shownPath?(path: string): string;
  /** Names of headers that the list of requests shows; never one with a secret. */
  readonly shownHeaders?: readonly string[];
}

/** Fields that are replaced by `…` in the list of requests, in any query, form or JSON. */
const secrets =
  /^(access_token|refresh_token|client_secret|code|code_verifier|oauth_token|oauth_token_secret|oauth_verifier|token|password|accessJwt|refreshJwt|sk|api_sig)$/;

export const shownValue = (name: string, value: string): string => (secrets.test(name) ? "…" : value);

export async function readBody(request: Request): Promise<ReadBody> {
  const type = request.headers.get("content-type") ?? "";
  const none: ReadBody = {
    shown: null,
    fields: [],
    form: new URLSearchParams(),
    json: undefined,
    bytes: new Uint8Array(),
  };
  if (request.body === null) return none;
  if (type.startsWith("multipart/form-data")) return { ...none, ...(await readFields(request.body, type)) };
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = () => new TextDecoder().decode(bytes);
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const form = new URLSearchParams(text());
    const shown = Object.fromEntries([...form].map(([name, value]) => [name, shownValue(name, value)]));
    return { ...none, bytes, form, shown };
  }
  if (!type.includes("json")) return { ...none, bytes, shown: { bytes: bytes.length } };
  try {
    const json: unknown = JSON.parse(text());
    const shown: unknown = JSON.parse(text(), (name, value) =>
      typeof value === "string" ? shownValue(name, value) : value,
    );
    return { ...none, bytes, json, shown };
  } catch (error) {
    return { ...none, bytes, shown: { error: String(error) } };
  }
}

async function readFields(
  body: ReadableStream<Uint8Array>,
  type: string,
): Promise<Pick<ReadBody, "fields" | "shown">> {
  try {
    const fields = await readForm(body, type);
    const shown = fields.map(({ name, bytes, text }) => [name, text === null ? { bytes } : { bytes, text }]);
    return { fields, shown: Object.fromEntries(shown) };
  } catch (error) {
    return { fields: [], shown: { error: String(error) } };
  }
}
