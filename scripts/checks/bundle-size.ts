import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { clientFolder, readClientManifest } from "../instance/client-build.ts";

/** Compressed bytes of script that a first visit may load. */
export const firstRouteBudget = 180_000;

/** Compressed bytes of script that opening the visualizer may load. */
export const visualizerBudget = 140_000;

export interface RouteSize {
  route: string;
  gzipBytes: number;
}

/** The scripts that a first visit to each page loads, largest first. Needs a build. */
export function measureRoutes(): RouteSize[] {
  const manifest = readClientManifest();
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(readFileSync(join(clientFolder, file))).length;
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

/** Compressed bytes of script that opening the visualizer loads: its panel and its scene, which contains three.js. */
export function measureVisualizer(): number {
  const files = globSync("assets/visualizer-*.js", { cwd: clientFolder });
  if (files.length < 2) throw new Error("The visualizer is no longer in chunks of its own.");
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(clientFolder, file))).length, 0);
}
