import { expect, test } from "vitest";
import { secrets } from "#scripts/deploy/needs.ts";
import { listImports } from "./imports.ts";
import { isTest, read } from "./source-files.ts";

/** The part of the code's Env that comes from wrangler.toml, as written by `npm run types`. */
const generated = namesIn(
  /interface __BaseEnv_Env \{(.*?)\n\}/s.exec(read("worker-configuration.d.ts"))?.[1],
);
const declared = read("workers/env.d.ts");
/** The secrets, and which of them are optional. */
const optional = namesIn(declared.replaceAll(ofLocalCopies(), ""));
const all = new Set([...generated, ...optional]);

function namesIn(text = ""): string[] {
  return [...text.matchAll(/^\s*([A-Z][A-Z_]+)\??:/gm)].map(([, name = ""]) => name);
}

/** Settings that only `npm start` sets, as their comment says. */
function ofLocalCopies(): RegExp {
  return /\/\*\* Local copies only.*?\*\/\s*[A-Z_]+\??: .*?;/gs;
}

test("the lists are parsed", () => {
  expect(generated).toEqual(expect.arrayContaining(["DB", "CUE_ORIGIN", "STAGE_ROOM"]));
  expect(optional).toEqual(expect.arrayContaining(["CUE_SECRET", "MAIL", "CUE_FORUM"]));
  expect(optional).not.toContain("CUE_HOST");
});

test("wrangler.toml names everything that the code reads from its environment", () => {
  const config = read("wrangler.toml");
  expect([...all].filter((name) => !new RegExp(`\\b${name}\\b`).test(config))).toEqual([]);
});

test("the deployment page explains exactly what the code reads from its environment", () => {
  const page = read("docs/deployment.md");
  // Without the media host's section, which has its own settings.
  const tables = page.slice(0, page.indexOf("## The media host")).matchAll(/^\| (`[^|]+) \|/gm);
  const named = [...tables].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.toSorted()).toEqual([...all].toSorted());
});

test("the check before a deployment asks for each secret", () => {
  const required = namesIn(declared.replaceAll(/^\s*[A-Z_]+\?:.*$/gm, ""));
  expect(
    secrets
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(required.toSorted());
  for (const { name } of secrets) expect(all).toContain(name);
  // Settings that are neither in wrangler.toml nor in a comment there.
  const settings = [...read("wrangler.toml").matchAll(/^#? ?(\w+) = /gm)].map(([, name = ""]) => name);
  const unset = optional.filter((name) => !settings.includes(name) && name !== "MAIL");
  expect(secrets.map(({ name }) => name as string).toSorted()).toEqual(unset.toSorted());
});

/** The imports of each source file at run time. */
const loads = Map.groupBy(
  listImports().filter(({ from, isPackage, isTypeOnly }) => !isTest(from) && !isPackage && !isTypeOnly),
  ({ from }) => from,
);

/** The parts of a local copy that `entry` imports, directly or not. */
function localPartsOf(entry: string): string[] {
  const reached = new Set([entry]);
  for (const file of reached) for (const { to } of loads.get(file) ?? []) reached.add(to);
  return [...reached].filter((file) => /^(workers\/local|durable-objects\/push-simulator)\//.test(file));
}

test("the deployed Worker contains no part of a local copy", () => {
  expect(localPartsOf("workers/app.ts")).toEqual([]);
  expect(localPartsOf("workers/local/app.ts")).toContain("durable-objects/push-simulator/push-simulator.ts");
});
