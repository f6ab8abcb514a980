import { createHmac } from "node:crypto";
import type { Settings } from "../settings.ts";
import type { Secrets } from "./secrets.ts";

/** The Worker's variables and secrets in a local copy, replacing those of wrangler.toml. */
export function localVars(settings: Settings, secrets: Secrets): Record<string, string> {
  return {
    CUE_MODE: "local",
    CUE_ORIGIN: settings.origin,
    CUE_HOST: settings.host,
    CUE_INGEST_HOST: new URL(settings.origin).hostname,
    CUE_INGEST_PORT: String(settings.ingestPort),
    CUE_AGENT_KEYS: secrets.agentKey,
    CUE_SECRET: secrets.secret,
    CUE_OPERATOR_KEY: secrets.operatorKey,
    ...(secrets.pushKey !== undefined && { CUE_PUSH_KEY: secrets.pushKey }),
    ...(settings.isInNetwork && { CUE_DEV_KEY: devKey(secrets) }),
    ...settings.passedOn,
  };
}

/** The key that opens `/dev` on a copy that other machines can reach; the same at every start. */
export const devKey = (secrets: Secrets): string =>
  createHmac("sha256", secrets.secret).update("dev").digest("base64url").slice(0, 22);
