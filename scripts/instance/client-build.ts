import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectFolder } from "../settings.ts";

/** The folder of the build with what browsers load. */
export const clientFolder = join(projectFolder, "build", "client");

/** React Router's own list of what each route loads, as the build wrote it for the browser. */
const ClientManifest = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()).default([]) }),
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).default([]),
      css: z.array(z.string()).default([]),
    }),
  ),
});

export type ClientManifest = z.infer<typeof ClientManifest>;

/** Needs a build. The file is a script: `window.__reactRouterManifest={…};`. */
export function readClientManifest(): ClientManifest {
  const [name] = globSync("assets/manifest-*.js", { cwd: clientFolder });
  if (name === undefined) throw new Error(`There is no manifest in ${clientFolder}.`);
  const script = readFileSync(join(clientFolder, name), "utf8");
  return ClientManifest.parse(JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)));
}
