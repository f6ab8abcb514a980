import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Secrets = z.object({
  /** The agent signs its sockets with it. */
  agentKey: z.string().min(16),
  /** Signs captcha challenges and one-way keys of counters. */
  secret: z.string().min(16),
  /** Opens `/api/operator`. */
  operatorKey: z.string().min(16),
  /** Signs pushes to browsers: a private key as the JSON of a JWK. Copies of an earlier version have none. */
  pushKey: z.optional(z.string().min(16)),
});
export type Secrets = z.infer<typeof Secrets>;

/** The secrets of this local copy; created on its first start, readable by its owner only. */
export function loadSecrets(state: string): Secrets {
  const file = join(state, "secrets.json");
  const known = readSecrets(state);
  if (known?.pushKey !== undefined) return known;
  const secrets: Secrets = {
    agentKey: randomKey(),
    secret: randomKey(),
    operatorKey: randomKey(),
    ...known,
    pushKey: newPushKey(),
  };
  mkdirSync(state, { recursive: true });
  // "wx": of two copies that start simultaneously, one creates them and the other reads them.
  const flag = known === undefined ? "wx" : "w";
  try {
    writeFileSync(file, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flag });
  } catch {
    return readSecrets(state) ?? secrets;
  }
  return secrets;
}

/** The secrets in a state folder, or nothing where no copy has been started yet. */
export function readSecrets(state: string): Secrets | undefined {
  try {
    return Secrets.parse(JSON.parse(readFileSync(join(state, "secrets.json"), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`${join(state, "secrets.json")} cannot be read; remove it to make new secrets.`, {
      cause: error,
    });
  }
}

/** The private key by which push services know an instance (VAPID), in the format of CUE_PUSH_KEY. */
function newPushKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

function randomKey(): string {
  return Buffer.from(randomBytes(32)).toString("base64url");
}
