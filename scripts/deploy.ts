/**
 * `npm run deploy`: migrations first, then the Worker with its objects. `-- --check` prints what is missing and deploys
 * nothing; `-- --without-mail` is for a copy that is to send no email.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cityStatements } from "./cities/statements.ts";
import { hasBucket, lookUpNeeds, readConfig, runWrangler } from "./deploy/look-up.ts";
import { type Bucket, bucketOf, buckets, type Finding, placeOfBuckets } from "./deploy/needs.ts";
import { buildWhenChanged } from "./instance/build.ts";
import { fail, StepError, step } from "./progress.ts";
import { projectFolder } from "./settings.ts";

const configFile = join(projectFolder, "wrangler.toml");
const builtConfig = join("build", "server", "wrangler.json");
const marks: Record<Finding["state"], string> = { set: "✓", missing: "✗", off: "–" };

await main().catch(fail);

async function main() {
  const { values } = parseArgs({
    options: { check: { type: "boolean" }, "without-mail": { type: "boolean" } },
  });
  const isWithoutMail = values["without-mail"] === true;
  if (values.check) await check(isWithoutMail);
  else await deploy(isWithoutMail);
}

/** Prints one line for each thing that a deployment needs; exit code 1 where one is missing. */
async function check(isWithoutMail: boolean) {
  const findings = await lookUpNeeds(configFile, { isWithoutMail });
  process.stdout.write(`${findings.map(lineOf).join("\n")}\n`);
  if (findings.some(({ state }) => state === "missing")) process.exitCode = 1;
}

async function deploy(isWithoutMail: boolean) {
  process.stdout.write("\nCue Music: deploy\n\n");
  await step("Everything needed is set up", () => requireNeeds(isWithoutMail));
  await step("Build the Worker and the pages", () => buildWhenChanged("deployed"));
  await step("Create the bucket for pictures", () => makeBucket("PICTURES"));
  await step("Create the bucket for recordings", () => makeBucket("TAPES"));
  // New columns before the code that reads them; migrations only add, so the old code keeps working meanwhile.
  await step("Migrate the database", () =>
    wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", builtConfig]),
  );
  await step("Load the table of cities", fillCities);
  await step("Deploy the Worker and its objects", () => wrangler(["deploy", "--config", builtConfig]));
}

/** Returns the findings; throws where something required is missing. */
async function requireNeeds(isWithoutMail: boolean): Promise<string> {
  const findings = await lookUpNeeds(configFile, { isWithoutMail });
  const missing = findings.filter(({ state }) => state === "missing");
  if (missing.length > 0)
    throw new StepError(`This is missing (docs/deployment.md):\n${missing.map(lineOf).join("\n")}`);
  const off = findings.filter(({ state }) => state === "off").map(({ name }) => name);
  return off.length === 0 ? "" : `without ${off.join(", ")}`;
}

function lineOf({ name, state, words }: Finding): string {
  return `${marks[state]} ${name.padEnd(16)} ${words}`;
}

/** Makes a bucket, once per instance: a Worker cannot be deployed with one that does not exist. */
async function makeBucket(binding: Bucket): Promise<string> {
  const config = readConfig(configFile);
  const bucket = bucketOf(config, binding);
  if (bucket === undefined) throw new StepError(`wrangler.toml names no bucket for ${buckets[binding]}.`);
  if (await hasBucket(bucket, config)) return "there already";
  await wrangler(["r2", "bucket", "create", bucket, ...placeOfBuckets(config)]);
  return "";
}

/** Fills the table once per instance: the rows do not change. */
async function fillCities(): Promise<string> {
  const query = ["d1", "execute", "DB", "--remote", "--config", builtConfig];
  const isFilled = "SELECT count(*) AS filled FROM (SELECT 1 FROM cities LIMIT 1)";
  const { code, output } = await runWrangler([...query, "--json", "--command", isFilled]);
  if (code === 0 && /"filled":\s*1\b/.test(output)) return "there already";
  const folder = mkdtempSync(join(tmpdir(), "cue-cities-"));
  try {
    const file = join(folder, "cities.sql");
    writeFileSync(file, (await cityStatements()).join("\n"));
    await wrangler([...query, "--yes", "--file", file]);
    return "";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function wrangler(args: readonly string[]): Promise<void> {
  const { code, output } = await runWrangler(args);
  if (code !== 0) throw new StepError(`wrangler ${args[0]} failed:\n${output}`);
}
