import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { projectFolder } from "../settings.ts";

/** Compressed bytes of script that a first visit may load. */
export const firstRouteBudget = 180_000;

/** React Router's own list of what each route loads, as the build wrote it for the browser. */
const Manifest = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()).default([]) }),
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).default([]),
    }),
  ),
});

export interface RouteSize {
  route: string;
  gzipBytes: number;
}

/** What a first visit to each page loads in script, largest first. The build has to be there. */
export function measureRoutes(): RouteSize[] {
  const client = join(projectFolder, "build", "client");
  const manifest = Manifest.parse(readManifest(client));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(readFileSync(join(client, file))).length;
    sizes.set(file, size);
    return size;
  };
  const routes = Object.values(manifest.routes);
  const parents = new Set(routes.map((route) => route.parentId));
  return routes
    .filter((route) => !parents.has(route.id))
    .map((route) => {
      const files = new Set([manifest.entry.module, ...manifest.entry.imports]);
      for (let at: typeof route | undefined = route; at !== undefined; ) {
        for (const file of [at.module, ...at.imports]) files.add(file);
        at = at.parentId === undefined ? undefined : manifest.routes[at.parentId];
      }
      return { route: route.id, gzipBytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0) };
    })
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
}

/** The file is a script: `window.__reactRouterManifest={…};`. */
function readManifest(client: string): unknown {
  const [name] = globSync("assets/manifest-*.js", { cwd: client });
  if (name === undefined) throw new Error(`There is no manifest in ${client}.`);
  const script = readFileSync(join(client, name), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}
