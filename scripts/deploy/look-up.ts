import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { type Outcome, runCommand } from "../run-command.ts";
import {
  type Bucket,
  bucketOf,
  buckets,
  type DeployConfig,
  type Finding,
  findNeeds,
  placeOfBuckets,
} from "./needs.ts";

/**
 * Looks up what a deployment with this wrangler.toml has and lacks. Only reads, through wrangler.
 * @throws Error where the file cannot be read
 */
export async function lookUpNeeds(
  configFile: string,
  { isWithoutMail }: { isWithoutMail: boolean },
): Promise<Finding[]> {
  const config = readConfig(configFile);
  const isLoggedIn = await readLogin();
  if (!isLoggedIn) {
    const facts = { config, isLoggedIn, buckets: new Set<string>(), isWithoutMail };
    return findNeeds({ ...facts, secrets: "wrangler is not logged in" });
  }
  const [secrets, found] = [await readSecrets(configFile), await readBuckets(config)];
  return findNeeds({ config, isLoggedIn, secrets, buckets: found, isWithoutMail });
}

export function readConfig(configFile: string): DeployConfig {
  return readWranglerConfig({ config: configFile }, { hideWarnings: true });
}

/** Runs the wrangler of this project; one that comes first in PATH is used instead. */
export function runWrangler(args: readonly string[]): Promise<Outcome> {
  return runCommand(["wrangler", ...args], { isOnPath: true });
}

async function readLogin(): Promise<boolean> {
  const { code, output } = await runWrangler(["whoami"]);
  return code === 0 && !/not authenticated/i.test(output);
}

/** Names of secrets; none before the first deployment. */
async function readSecrets(configFile: string): Promise<ReadonlySet<string> | string> {
  const { code, output } = await runWrangler(["secret", "list", "--config", configFile]);
  // Wrangler may print text around the list.
  if (code === 0) return new Set([...output.matchAll(/"name":\s*"(\w+)"/g)].map(([, name = ""]) => name));
  if (/\bnot found\b|does not exist/i.test(output)) return new Set();
  return (
    output
      .trim()
      .split("\n")
      .find((line) => line.trim() !== "") ?? `wrangler ended with ${code}`
  );
}

async function readBuckets(config: DeployConfig): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const binding of Object.keys(buckets) as Bucket[]) {
    const bucket = bucketOf(config, binding);
    if (bucket !== undefined && (await hasBucket(bucket, config))) found.add(binding);
  }
  return found;
}

export const hasBucket = async (bucket: string, config: DeployConfig): Promise<boolean> =>
  (await runWrangler(["r2", "bucket", "info", bucket, ...placeOfBuckets(config)])).code === 0;
