/** Progress lines for people: what is being done, then how long it took. */
const isTerminal = process.stdout.isTTY === true;
const dim = (text: string) => (isTerminal ? `\x1b[2m${text}\x1b[0m` : text);
const red = (text: string) => (isTerminal ? `\x1b[31m${text}\x1b[0m` : text);

/** A failure with a sentence for people; shown without a stack. */
export class StepError extends Error {}

/**
 * Runs one step. Prints its name at once where it may be slow, and its time when it is done; `work` may answer a
 * few words about the outcome.
 */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  if (isTerminal) process.stdout.write(`  … ${name}`);
  const clearLine = isTerminal ? "\r\x1b[2K" : "";
  try {
    const result = await work();
    const note = typeof result === "string" && result !== "" ? ` ${dim(`— ${result}`)}` : "";
    process.stdout.write(`${clearLine}  ✓ ${name} ${dim(`(${seconds(startedAt)})`)}${note}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${clearLine}  ${red("✗")} ${name} ${dim(`(${seconds(startedAt)})`)}\n`);
    throw error;
  }
}

/** A line within or between steps. */
export function say(text: string): void {
  process.stdout.write(`${isTerminal ? "\r\x1b[2K" : ""}    ${text}\n`);
}

/** Lines in a frame. */
export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const frame = lines.map((line) => `│ ${line.padEnd(width)} │`);
  return [`╭${"─".repeat(width + 2)}╮`, ...frame, `╰${"─".repeat(width + 2)}╯`].join("\n");
}

/** Ends the process with what went wrong: a sentence for expected failures, the stack for the others. */
export function fail(error: unknown): never {
  const isExpected = error instanceof StepError || (error instanceof Error && error.name === "Error");
  const text = isExpected
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`\n${red(text)}\n`);
  process.exit(1);
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
