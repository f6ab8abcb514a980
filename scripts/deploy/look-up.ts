import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { type Outcome, runCommand } from "../run-command.ts";
import { type DeployConfig, type Finding, findNeeds } from "./needs.ts";

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
    const facts = { config, isLoggedIn, hasBucket: false, isWithoutMail };
    return findNeeds({ ...facts, secrets: "wrangler is not logged in" });
  }
  const [secrets, hasBucket] = [await readSecrets(configFile), await readBucket(config)];
  return findNeeds({ config, isLoggedIn, secrets, hasBucket, isWithoutMail });
}

export function readConfig(configFile: string): DeployConfig {
  return readWranglerConfig({ config: configFile }, { hideWarnings: true });
}

/** The bucket of pictures, or undefined where wrangler.toml names none. */
export function bucketOf(config: DeployConfig): string | undefined {
  return config.r2_buckets.find(({ binding }) => binding === "PICTURES")?.bucket_name;
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

async function readBucket(config: DeployConfig): Promise<boolean> {
  const bucket = bucketOf(config);
  return bucket !== undefined && (await runWrangler(["r2", "bucket", "info", bucket])).code === 0;
}
