import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "vite";
import { listSources, projectFolder, read } from "./source-files.ts";

export interface Import {
  from: string;
  /** The file that is meant, or the name of a package as it is written. */
  to: string;
  isPackage: boolean;
  /** Gone when the code runs. */
  isTypeOnly: boolean;
}

/** Every import of every source file. */
export function listImports(): Import[] {
  return listSources().flatMap((from) =>
    requestsOf(from).map(({ request, isTypeOnly }) => {
      const to = resolveRequest(from, request);
      return { from, to: to ?? request, isPackage: to === undefined, isTypeOnly };
    }),
  );
}

function requestsOf(path: string): { request: string; isTypeOnly: boolean }[] {
  const code = read(path);
  const { module, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const requests = module.staticImports.map(({ moduleRequest, entries }) => ({
    request: moduleRequest.value,
    isTypeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  for (const { entries } of module.staticExports)
    for (const entry of entries)
      if (entry.moduleRequest != null)
        requests.push({ request: entry.moduleRequest.value, isTypeOnly: entry.isType });
  // `import("…")`, in code or as a type.
  for (const [, request = ""] of code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g))
    requests.push({ request, isTypeOnly: true });
  return requests;
}

/** The file behind `./…` or `#folder/…`; nothing for a package. */
function resolveRequest(from: string, request: string): string | undefined {
  const path = request.replace(/\?.*$/, "");
  if (path.startsWith("#")) return path.slice(1);
  if (!path.startsWith(".")) return undefined;
  const target = posix.join(dirname(from), path);
  // Types that React Router generates lie beside the route in a folder of its own.
  if (target.includes("/+types/")) return target;
  if (!existsSync(join(projectFolder, target)))
    throw new Error(`${from} imports ${request}, which is not there.`);
  return target;
}
