/** `npm run test:engines`: listening in Chromium, Firefox and WebKit. Options are passed on to Playwright. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { enginePrograms, installCommand, installMissing } from "./instance/debian-packages.ts";
import { fail, StepError, step } from "./progress.ts";
import { projectFolder } from "./settings.ts";

const report = join(projectFolder, "test-reports", "engines.json");

await testEngines().catch(fail);

async function testEngines(): Promise<void> {
  process.stdout.write("\nCue Music: listening in three browser engines\n\n");
  const missing = await step("The browsers are installed", () => installMissing(enginePrograms));
  if (missing.length > 0)
    throw new StepError(`These tests need programs that are missing: ${installCommand(missing)}`);
  mkdirSync(join(projectFolder, "test-reports"), { recursive: true });
  const words = ["test", "--project=engines", "--reporter=list,json", ...process.argv.slice(2)];
  const child = spawn(join(projectFolder, "node_modules/.bin/playwright"), words, {
    cwd: projectFolder,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: "inherit",
  });
  const code = await new Promise<number>((done) => child.on("close", (each) => done(each ?? 1)));
  const again = readFileSync(report, "utf8").split(`"type": "taken again"`).length - 1;
  if (again > 0) process.stdout.write(`${again} taken again, because the machine was late\n`);
  process.exitCode = code;
}
