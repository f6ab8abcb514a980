/** `npm run deploy`: migrations first, then the Worker with its objects. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cityStatements } from "./cities/statements.ts";
import { buildWhenChanged } from "./instance/build.ts";
import { fail, StepError, step } from "./progress.ts";
import { runCommand } from "./run-command.ts";
import { projectFolder } from "./settings.ts";

const builtConfig = join("build", "server", "wrangler.json");

await deploy().catch(fail);

async function deploy() {
  process.stdout.write("\nCue Music: deploy\n\n");
  await step("wrangler.toml names a real instance", requireRealInstance);
  await step("wrangler is logged in", requireLogin);
  await step("Build the Worker and the pages", buildWhenChanged);
  await step("Make the bucket of pictures", makeBucket);
  // New columns before the code that reads them; migrations only add, so the old code goes on meanwhile.
  await step("Migrate the database", () =>
    wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", builtConfig]),
  );
  await step("Fill the table of cities", fillCities);
  await step("Deploy the Worker and its objects", () => wrangler(["deploy", "--config", builtConfig]));
}

async function requireRealInstance(): Promise<void> {
  const config = readConfig();
  if (/^database_id = "0{8}-/m.test(config))
    throw new StepError(
      "wrangler.toml still holds a placeholder for the database. Run: npx wrangler d1 create cue, and put its id into database_id.",
    );
  if (/^CUE_ORIGIN = "https:\/\/cue\.example"/m.test(config))
    throw new StepError("wrangler.toml still holds placeholders: set CUE_ORIGIN and CUE_INGEST_HOST.");
}

function readConfig(): string {
  return readFileSync(join(projectFolder, "wrangler.toml"), "utf8");
}

async function requireLogin(): Promise<void> {
  const { code, output } = await runCommand(["wrangler", "whoami"]);
  if (code !== 0 || /not authenticated/i.test(output))
    throw new StepError("wrangler is not logged in. Run: npx wrangler login (or set CLOUDFLARE_API_TOKEN).");
}

/** Once for an instance: a Worker is not deployed with a bucket that is not there. */
async function makeBucket(): Promise<string> {
  const bucket = /^bucket_name = "([^"]+)"/m.exec(readConfig())?.[1];
  if (bucket === undefined) throw new StepError("wrangler.toml names no bucket for pictures.");
  if ((await runCommand(["wrangler", "r2", "bucket", "info", bucket])).code === 0) return "there already";
  await wrangler(["r2", "bucket", "create", bucket]);
  return "";
}

/** Once for an instance: the rows stay what they are. */
async function fillCities(): Promise<string> {
  const query = ["d1", "execute", "DB", "--remote", "--config", builtConfig];
  const isFilled = "SELECT count(*) AS filled FROM (SELECT 1 FROM cities LIMIT 1)";
  const { code, output } = await runCommand(["wrangler", ...query, "--json", "--command", isFilled]);
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
  const { code, output } = await runCommand(["wrangler", ...args]);
  if (code !== 0) throw new StepError(`wrangler ${args[0]} failed:\n${output}`);
}
