/** Serves the sources with hot reload, in the Workers runtime: a child of `npm run dev`. */
import { join } from "node:path";
import { createServer } from "vite";
import { localVars } from "./instance/local-vars.ts";
import { loadSecrets } from "./instance/secrets.ts";
import { fail } from "./progress.ts";
import { projectFolder, readSettings } from "./settings.ts";

await serve().catch(fail);

async function serve() {
  const settings = readSettings();
  // Read by vite.config.ts.
  process.env.CUE_DEV = JSON.stringify({
    state: settings.state,
    vars: localVars(settings, loadSecrets(settings.state)),
  });
  const server = await createServer({
    root: projectFolder,
    configFile: join(projectFolder, "vite.config.ts"),
    server: {
      host: settings.host,
      port: settings.port,
      strictPort: true,
      allowedHosts: [new URL(settings.origin).hostname],
    },
  });
  const stop = () => void server.close().finally(() => process.exit(0));
  process.once("SIGTERM", stop).once("SIGINT", stop);
  await server.listen();
  process.stdout.write(`Serving the sources on ${settings.origin}\n`);
}
