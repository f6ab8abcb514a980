import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommand } from "../run-command.ts";
import { projectFolder } from "../settings.ts";
import { lookUpNeeds } from "./look-up.ts";
import { placeholders } from "./needs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cue-deploy-"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A wrangler on PATH that answers these commands (by their first words) and refuses all others. */
function fakeWrangler(answers: Record<string, { code?: number; output: string }>): void {
  const cases = Object.entries(answers).map(
    ([words, { code = 0, output }]) => `"${words}"*) echo '${output}'; exit ${code};;`,
  );
  const script = `#!/bin/sh\ncase "$*" in\n${cases.join("\n")}\n*) echo "unexpected: $*"; exit 2;;\nesac\n`;
  writeFileSync(join(folder, "wrangler"), script);
  chmodSync(join(folder, "wrangler"), 0o755);
}

/** The project's own wrangler.toml with some texts replaced. */
function configWith(changes: Record<string, string>): string {
  let text = readFileSync(join(projectFolder, "wrangler.toml"), "utf8");
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`wrangler.toml does not hold ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, text);
  return file;
}

const real = {
  [placeholders.origin]: "https://radio.example",
  [placeholders.ingestHost]: "ingest.radio.example",
  [placeholders.databaseId]: "5f1d6c0e-7c2a-4b59-9a39-0d6a1c9a7e11",
};
const withMail = { '# [[send_email]]\n# name = "MAIL"': '[[send_email]]\nname = "MAIL"' };
const loggedIn = {
  whoami: { output: "You are logged in." },
  "r2 bucket info cue-pictures": { output: "" },
  "r2 bucket info cue-tapes": { output: "" },
};
const listOf = (...names: string[]) => ({
  "secret list --config": { output: JSON.stringify(names.map((name) => ({ name, type: "secret_text" }))) },
});
const statesOf = async (file: string, isWithoutMail = false) =>
  Object.fromEntries((await lookUpNeeds(file, { isWithoutMail })).map(({ name, state }) => [name, state]));

test("nothing is missing when everything is set", async () => {
  fakeWrangler({
    ...loggedIn,
    ...listOf(
      "CUE_SECRET",
      "CUE_AGENT_KEYS",
      "CUE_PUSH_KEY",
      "CUE_OPERATOR_KEY",
      "CUE_MIXCLOUD_ID",
      "CUE_MIXCLOUD_SECRET",
      "CUE_X_KEY",
      "CUE_X_SECRET",
      "CUE_SPOTIFY_ID",
      "CUE_SPOTIFY_SECRET",
      "CUE_LASTFM_KEY",
      "CUE_LASTFM_SECRET",
      "CUE_ACOUSTID_KEY",
      "CUE_CLOUDFLARE_ACCOUNT",
      "CUE_CLOUDFLARE_TOKEN",
    ),
  });
  const states = await statesOf(configWith({ ...real, ...withMail }));
  expect(new Set(Object.values(states))).toEqual(new Set(["set"]));
});

test("before the first deployment, required secrets are missing and optional ones are off", async () => {
  fakeWrangler({ ...loggedIn, "secret list": { code: 1, output: 'Worker "cue-music" not found.' } });
  expect(await statesOf(configWith(real))).toEqual({
    wrangler: "set",
    CUE_MODE: "set",
    CUE_ORIGIN: "set",
    CUE_INGEST_HOST: "set",
    CUE_INGEST_PORT: "set",
    DB: "set",
    PICTURES: "set",
    TAPES: "set",
    CUE_SECRET: "missing",
    CUE_AGENT_KEYS: "missing",
    CUE_PUSH_KEY: "off",
    CUE_OPERATOR_KEY: "off",
    CUE_MIXCLOUD_ID: "off",
    CUE_MIXCLOUD_SECRET: "off",
    CUE_X_KEY: "off",
    CUE_X_SECRET: "off",
    CUE_SPOTIFY_ID: "off",
    CUE_SPOTIFY_SECRET: "off",
    CUE_LASTFM_KEY: "off",
    CUE_LASTFM_SECRET: "off",
    CUE_ACOUSTID_KEY: "off",
    CUE_CLOUDFLARE_ACCOUNT: "off",
    CUE_CLOUDFLARE_TOKEN: "off",
    MAIL: "missing",
  });
  expect(await statesOf(configWith(real), true)).toMatchObject({ MAIL: "off" });
});

test("a copy with local settings or without its own address is not deployed", async () => {
  fakeWrangler({ ...loggedIn, ...listOf() });
  const file = configWith({
    ...real,
    '"production"': '"local"',
    [placeholders.origin]: "https://radio.example/app",
  });
  expect(await statesOf(file)).toMatchObject({ CUE_MODE: "missing", CUE_ORIGIN: "missing" });
});

test("a copy in the EU has its objects and both buckets there, or is not deployed", async () => {
  const inEurope = { 'CUE_MODE = "production"': 'CUE_MODE = "production"\nCUE_JURISDICTION = "eu"' };
  const pictures = { '"cue-pictures"': '"cue-pictures"\njurisdiction = "eu"' };
  const tapes = { '"cue-tapes"': '"cue-tapes"\njurisdiction = "eu"' };
  const stateOf = async (changes: Record<string, string>) =>
    (await statesOf(configWith({ ...real, ...changes }))).CUE_JURISDICTION;
  fakeWrangler({ whoami: { output: "You are not authenticated." } });
  expect(await stateOf({})).toBeUndefined();
  expect(await stateOf({ ...inEurope, ...pictures, ...tapes })).toBe("set");
  expect(await stateOf({ ...inEurope, ...pictures })).toBe("missing");
  expect(await stateOf(tapes)).toBe("missing");
  const elsewhere = { 'CUE_MODE = "production"': 'CUE_MODE = "production"\nCUE_JURISDICTION = "EU"' };
  expect(await stateOf({ ...elsewhere, ...pictures, ...tapes })).toBe("missing");
});

test("the check prints a line per item, deploys nothing, and its exit code reports missing items", async () => {
  // All other commands are refused, so that a deployment would be detected.
  fakeWrangler({ ...loggedIn, ...listOf("CUE_SECRET", "CUE_AGENT_KEYS") });
  const { code, output } = await runCommand(["node", join(projectFolder, "scripts/deploy.ts"), "--check"]);
  expect(code).toBe(1);
  expect(output).not.toContain("unexpected");
  const marks = Object.fromEntries(
    output
      .trim()
      .split("\n")
      .map((line) => [line.split(/\s+/)[1], line[0]]),
  );
  expect(marks).toMatchObject({ wrangler: "✓", CUE_ORIGIN: "✗", DB: "✗", CUE_SECRET: "✓", MAIL: "✗" });
  expect(marks).toMatchObject({ CUE_PUSH_KEY: "–", CUE_OPERATOR_KEY: "–" });
}, 60_000);
