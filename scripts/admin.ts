/** `npm run admin -- <command>`: what those who run an instance may do. One line of JSON on standard output. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readCommand, usage } from "./admin/command-line.ts";
import { readSecrets } from "./instance/secrets.ts";
import { readSettings } from "./settings.ts";

const Failure = z.object({ error: z.string(), code: z.string() });

/** What went wrong, with the code that a program can read. */
class AdminError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const words = process.argv.slice(2);
if (words.length === 0 || words[0] === "--help" || words[0] === "help") {
  process.stderr.write(`${usage}\n`);
  process.exit(words.length === 0 ? 1 : 0);
}
try {
  process.stdout.write(`${JSON.stringify(await send())}\n`);
} catch (error) {
  const code = error instanceof AdminError ? error.code : "bad-input";
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ error: message, code })}\n`);
  process.exit(1);
}

async function send(): Promise<unknown> {
  const command = readCommand(words);
  const { origin, key } = command.origin === undefined ? localInstance() : deployed(command.origin);
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

function localInstance(): { origin: string; key: string } {
  const settings = readSettings();
  const secrets = readSecrets(settings.state);
  if (secrets === undefined)
    throw new AdminError("unavailable", `No copy has been started on ${settings.state}: run npm start.`);
  // The copy may have been started on another port than the one in this environment.
  const file = readFileSync(join(settings.state, "instance.json"), "utf8");
  const { origin } = z.object({ origin: z.string() }).parse(JSON.parse(file));
  return { origin, key: secrets.operatorKey };
}

function deployed(origin: string): { origin: string; key: string } {
  const key = process.env.CUE_OPERATOR_KEY;
  if (!key) throw new AdminError("authorization", "Set CUE_OPERATOR_KEY to the key of that instance.");
  return { origin, key };
}
