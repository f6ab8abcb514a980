/** Commands as calls of the operators' API, at a local copy or at a deployed instance. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSecrets } from "../instance/secrets.ts";
import type { Command } from "./command-line.ts";

const Failure = z.object({ error: z.string(), code: z.string() });

/** An error message, with a code for programs. */
export class AdminError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An instance of Cue, and the key that opens its operators' calls. */
export interface OperatorAccess {
  origin: string;
  key: string;
}

/** Sends a command and returns the instance's response. Throws `AdminError`. */
export async function callOperator(command: Command, { origin, key }: OperatorAccess): Promise<unknown> {
  const response = await fetch(`${origin}/api/operator/${command.call}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(command.body),
    signal: AbortSignal.timeout(20_000),
  }).catch((cause: unknown) => {
    throw new AdminError("unavailable", `${origin} does not answer. Is it running?`, { cause });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const failure = Failure.safeParse(answer);
  if (failure.success) throw new AdminError(failure.data.code, failure.data.error);
  throw new AdminError("unknown", `${origin} answered with status ${response.status}.`);
}

/** Access to the local copy with this state folder. Throws `AdminError` where none was started. */
export function localAccess(state: string): OperatorAccess {
  const secrets = readSecrets(state);
  if (secrets === undefined)
    throw new AdminError("unavailable", `No copy has been started on ${state}: run npm start.`);
  // The copy may have been started on a port other than the one in this environment.
  const file = readFileSync(join(state, "instance.json"), "utf8");
  const { origin } = z.object({ origin: z.string() }).parse(JSON.parse(file));
  return { origin, key: secrets.operatorKey };
}

/** Access to a deployed instance by the key in the environment. Throws `AdminError` where that is missing. */
export function deployedAccess(origin: string): OperatorAccess {
  const key = process.env.CUE_OPERATOR_KEY;
  if (!key) throw new AdminError("authorization", "Set CUE_OPERATOR_KEY to the key of that instance.");
  return { origin, key };
}
