/** The agent's settings, read once from the environment. */
import { join, resolve } from "node:path";
import * as z from "zod";
import { parseProxies } from "./door/proxy-line.ts";

const Environment = z.object({
  CUE_WORKER_URL: z.url({ protocol: /^https?$/ }),
  CUE_AGENT_KEY: z.string().min(16),
  CUE_INGEST_PORT: z.coerce.number().int().min(1).max(65_535).default(1337),
  CUE_INGEST_ADDRESS: z.string().min(1).optional(),
  CUE_INGEST_PROXIES: z
    .string()
    .default("")
    .transform((text, context) => {
      try {
        return parseProxies(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    }),
  CUE_STATE: z.string().min(1).default(".cue"),
});

export interface AgentConfig {
  /** `ws:` or `wss:`, without a trailing slash. */
  workerSocketUrl: string;
  agentKey: string;
  ingestPort: number;
  /** The address that encoders connect to; undefined for all of this machine. */
  ingestAddress: string | undefined;
  /** Whether this address is a proxy that is trusted to report client addresses. */
  isTrustedProxy: (address: string) => boolean;
  /** The agent's own folder within the state folder: generated configuration, logs and pid files. */
  folder: string;
}

/** Throws an Error whose message names each setting that is missing or wrong, without its value. */
export function readConfig(environment: Record<string, string | undefined>): AgentConfig {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The agent's settings are not usable. ${faults.join("; ")}`);
  }
  const { CUE_WORKER_URL, CUE_AGENT_KEY, CUE_INGEST_PORT, CUE_STATE } = parsed.data;
  return {
    workerSocketUrl: CUE_WORKER_URL.replace(/^http/, "ws").replace(/\/+$/, ""),
    agentKey: CUE_AGENT_KEY,
    ingestPort: CUE_INGEST_PORT,
    ingestAddress: parsed.data.CUE_INGEST_ADDRESS,
    isTrustedProxy: parsed.data.CUE_INGEST_PROXIES,
    folder: join(resolve(CUE_STATE), "agent"),
  };
}
