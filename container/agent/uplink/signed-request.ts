import { signUpgrade } from "#app/domains/air/media/contract/signature.ts";
import type { ServerClock } from "../server-clock.ts";

export interface RequestOptions {
  /** `http://host:port`. */
  origin: string;
  agentKey: string;
  clock: ServerClock;
}

const responseMs = 20_000;

/** Sends a signed request to the Worker. Rejects after 20 s, when `signal` aborts, and at any status but 2xx. */
export async function sendSigned(
  { origin, agentKey, clock }: RequestOptions,
  pathAndQuery: string,
  { signal, ...init }: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const response = await fetch(origin + pathAndQuery, {
    ...init,
    headers: await signUpgrade(agentKey, pathAndQuery, clock.now()),
    signal: AbortSignal.any([signal, AbortSignal.timeout(responseMs)]),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
}
