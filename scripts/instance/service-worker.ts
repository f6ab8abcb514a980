/** The part of the build that runs after the pages: the service worker and the offline page. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { build } from "vite";
import { projectFolder } from "../settings.ts";
import { clientFolder, readClientManifest } from "./client-build.ts";

/** Routes whose scripts every page loads. */
const everywhere = ["root", "routes/shell/route", "routes/breakdown/route"];

/**
 * Adds `service-worker.js` and `offline.html` to the client build. Both contain the hashes of files, so they can be
 * made only now.
 */
export async function buildServiceWorker(): Promise<void> {
  const { entry, routes } = readClientManifest();
  const loaded = everywhere.flatMap((id) => routes[id] ?? []);
  const styles = loaded.flatMap(({ css }) => css.map((href) => href.split("#")[0] ?? href));
  const scripts = [entry, ...loaded].flatMap(({ module, imports }) => [module, ...imports]);
  const offlineScript = await bundle("app/offline/offline.ts", "assets/offline-[hash].js");
  writeOfflinePage(offlineScript, styles[0]);

  const shell = [
    ...new Set([...scripts, ...styles]),
    ...list("assets/*-latin-wght-normal-*.woff2"),
    offlineScript,
    "/favicon.svg",
    "/offline",
  ];
  const pages = list("assets/*.{js,css}").filter((file) => !shell.includes(file));
  const id = hashOf([...shell, ...pages].join("\n"), readFileSync(join(clientFolder, "offline.html")));
  await bundle("app/service-worker/service-worker.ts", "service-worker.js", {
    CUE_BUILD: JSON.stringify({ id, shell, pages }),
  });
}

function list(pattern: string): string[] {
  return globSync(pattern, { cwd: clientFolder })
    .map((file) => `/${file.split(sep).join("/")}`)
    .sort();
}

/** Returns the path at which the bundle is served. */
async function bundle(input: string, fileName: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    root: projectFolder,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(projectFolder, input),
        output: { format: "iife", entryFileNames: fileName },
      },
    },
  });
  const made = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  const [first] = made;
  if (first === undefined) throw new Error(`${input} produced no bundle.`);
  return `/${first.fileName}`;
}

function writeOfflinePage(script: string, style: string | undefined): void {
  if (style === undefined) throw new Error("The root of all pages has no styles.");
  const template = readFileSync(join(projectFolder, "app/offline/offline.html"), "utf8");
  const page = template.replace("{script}", script).replace("{style}", style);
  writeFileSync(join(clientFolder, "offline.html"), page);
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 12);
}
