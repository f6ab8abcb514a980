/** `npm run check`: format, types, lint, unused code, migrations. */
import { checks } from "./checks/list.ts";
import { fail, StepError, step } from "./progress.ts";

async function check() {
  const faults: string[] = [];
  // In sequence: type checking and linting each use every core.
  for (const each of checks) {
    const fault = await step(each.name, async () => (await each.run()) ?? "");
    if (fault !== "") faults.push(`${each.name}\n${fault}`);
  }
  if (faults.length > 0) throw new StepError(faults.join("\n"));
}

await check().catch(fail);
