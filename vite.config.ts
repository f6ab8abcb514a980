import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

interface DevSettings {
  /** The state folder of the local copy. */
  state: string;
  vars: Record<string, string>;
}

/** Set by `npm run dev`; a build has none of it. */
const dev: DevSettings | undefined =
  process.env.CUE_DEV === undefined ? undefined : JSON.parse(process.env.CUE_DEV);

export default defineConfig({
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      ...(dev && { persistState: { path: dev.state }, config: { vars: dev.vars } }),
    }),
    tailwindcss(),
    reactRouter(),
  ],
});
