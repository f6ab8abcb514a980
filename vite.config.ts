import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { longTexts } from "./scripts/long-texts/vite-plugin.ts";

interface DevSettings {
  /** The state folder of the local copy. */
  state: string;
  vars: Record<string, string>;
}

/** Set by `npm run dev`; a build has none of it. */
const dev: DevSettings | undefined =
  process.env.CUE_DEV === undefined ? undefined : JSON.parse(process.env.CUE_DEV);

/** Set by `npm start`; without it the build is the one to deploy. */
const isLocal = dev !== undefined || process.env.CUE_BUILD === "local";

/** The settings of a local copy in addition to wrangler.toml. */
const localWorker = {
  main: "workers/local/metered.ts",
  durable_objects: {
    bindings: [
      { name: "PUSH_SIMULATOR", class_name: "PushSimulator" },
      { name: "ELSEWHERE", class_name: "Simulators" },
    ],
  },
  migrations: [{ tag: "local", new_sqlite_classes: ["PushSimulator", "Simulators"] }],
};

/** Modules that are always loaded together are one chunk: many small ones compress worse, and each costs a request. */
const always = [
  { name: "root", from: ["app/root.tsx", "app/entry.client.tsx"] },
  { name: "shell", from: ["app/routes/shell/route.tsx", "app/routes/breakdown/route.tsx"] },
];

/** This module and all that import it statically, directly or not. */
function importersOf(id: string, importers: (id: string) => readonly string[]): Set<string> {
  const found = new Set([id]);
  for (const each of found) for (const importer of importers(each)) found.add(importer);
  return found;
}

export default defineConfig({
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Separate, because it changes only with its version.
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 1,
                },
                {
                  debugName: "always",
                  name(id, build) {
                    // Each depends on the barrel of all icons, whichever module uses it.
                    if (id.includes("lucide-react/dist/esm/icons/")) return null;
                    const all = [...importersOf(id, (each) => build.getModuleInfo(each)?.importers ?? [])];
                    const isFrom = (file: string) => all.some((each) => each.split("?")[0]?.endsWith(file));
                    return always.find(({ from }) => from.some(isFrom))?.name ?? null;
                  },
                },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      config: { ...(isLocal && localWorker), ...(dev && { vars: dev.vars }) },
      ...(dev && { persistState: { path: dev.state } }),
    }),
    longTexts(),
    tailwindcss(),
    reactRouter(),
  ],
});
