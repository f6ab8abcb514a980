import type { Log } from "#app/context.ts";

/** One JSON object per line. Callers pass ids, counts and codes: never a token, a password, a mount or an email. */
export function createLog(base: Record<string, unknown> = {}): Log {
  const write = (level: "info" | "warn" | "error") => (event: string, fields?: Record<string, unknown>) => {
    console[level === "info" ? "log" : level](JSON.stringify({ level, event, ...base, ...fields }));
  };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}
