/** Progress lines for people: what is running, then how long it took. */
const isTerminal = process.stdout.isTTY === true;
const dim = (text: string) => (isTerminal ? `\x1b[2m${text}\x1b[0m` : text);
const red = (text: string) => (isTerminal ? `\x1b[31m${text}\x1b[0m` : text);

/** A failure with a sentence for people; shown without a stack. */
export class StepError extends Error {}

/** Steps that are running, for the line at the bottom of a terminal. */
const running: string[] = [];
/** Time after which a step is announced where lines cannot be overwritten. */
const announceAfterMs = 2_000;

/**
 * Runs one step and prints its time when it is done; while it runs, its name is shown. `work` may return a few words
 * about the outcome, or false where it failed and the rest continues without it.
 */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  running.push(name);
  showRunning();
  const announcement = setTimeout(() => !isTerminal && print(`  … ${name}`), announceAfterMs);
  const end = (line: string) => {
    clearTimeout(announcement);
    running.splice(running.indexOf(name), 1);
    print(line);
  };
  try {
    const result = await work();
    const note = typeof result === "string" && result !== "" ? ` ${dim(`— ${result}`)}` : "";
    end(`  ${result === false ? "–" : "✓"} ${name} ${dim(`(${seconds(startedAt)})`)}${note}`);
    return result;
  } catch (error) {
    end(`  ${red("✗")} ${name} ${dim(`(${seconds(startedAt)})`)}`);
    throw error;
  }
}

/** A line within or between steps. */
export function say(text: string): void {
  print(`    ${text}`);
}

function print(line: string) {
  process.stdout.write(`${isTerminal ? "\r\x1b[2K" : ""}${line}\n`);
  showRunning();
}

function showRunning() {
  if (isTerminal && running.length > 0) process.stdout.write(`\r\x1b[2K  … ${running.join(", ")}`);
}

/** Lines in a frame. */
export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const frame = lines.map((line) => `│ ${line.padEnd(width)} │`);
  return [`╭${"─".repeat(width + 2)}╮`, ...frame, `╰${"─".repeat(width + 2)}╯`].join("\n");
}

/** Ends the process with the error: a sentence for expected failures, the stack for all others. */
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
