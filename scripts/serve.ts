/** Serves one built copy with Miniflare, without wrangler's proxies in between: a child of `npm start`. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, relative } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { persistFolder } from "./instance/database.ts";
import { localVars } from "./instance/local-vars.ts";
import { createOutbound } from "./instance/outbound.ts";
import { readSecrets } from "./instance/secrets.ts";
import { fail, StepError } from "./progress.ts";
import { projectFolder, readSettings } from "./settings.ts";

const moduleTypes: Record<string, "ESModule" | "CompiledWasm" | "Data" | "Text"> = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
};

/** Triggers as in wrangler.toml. */
const triggers = [
  { cron: "17 * * * *", everyMs: 3_600_000 },
  { cron: "*/5 * * * *", everyMs: 300_000 },
];

await serve().catch(fail);

async function serve() {
  const settings = readSettings();
  const secrets = readSecrets(settings.state);
  const folder = join(settings.state, "app", "server");
  if (secrets === undefined || !existsSync(join(folder, "wrangler.json")))
    throw new StepError(`There is no copy of Cue in ${settings.state}; run npm start.`);

  leashRuntime();
  const { workerOptions, main } = readWorkerOptions(join(folder, "wrangler.json"));
  // Modules are listed below: Miniflare refuses rules together with a list.
  const { modulesRules: _, ...worker } = workerOptions;
  const bindings: object = worker.bindings ?? {};

  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: settings.host,
      port: settings.port,
      resourcePersistencePath: persistFolder(settings.state),
      telemetry: { enabled: false },
      // No look-up of a location on the network: code treats a missing country as unknown.
      cf: {},
      logRequests: false,
      handleStructuredLogs: ({ level, message }) =>
        (level === "error" || level === "warn" ? process.stderr : process.stdout).write(`${message}\n`),
      unsafeHandleRuntimeRestart: () => {
        process.stderr.write("The Workers runtime crashed and was restarted.\n");
      },
      unsafeTriggerHandlers: true,
      workers: [
        {
          ...worker,
          // As in wrangler.toml: the objects' storage is stored under it.
          name: "cue-music",
          modules: listModules(folder, main ?? "index.js"),
          modulesRoot: folder,
          bindings: { ...bindings, ...localVars(settings, secrets) },
          outboundService: createOutbound(),
        },
      ],
    }),
  );
  const stop = () => void miniflare.dispose().finally(() => process.exit(0));
  process.once("SIGTERM", stop).once("SIGINT", stop);
  await miniflare.ready;
  for (const { cron, everyMs } of triggers) runEvery(miniflare, cron, everyMs);
  process.stdout.write(`Serving on ${settings.origin}\n`);
}

/**
 * Runs what a deployed copy does by a cron trigger: once now, for the time that this one was not running, and then
 * repeatedly.
 */
function runEvery(miniflare: Miniflare, cron: string, everyMs: number): void {
  const run = async () => {
    const worker = await miniflare.getWorker();
    await worker.scheduled({ cron });
  };
  const runLogged = () =>
    run().catch((error: unknown) => process.stderr.write(`The cron job ${cron} failed: ${String(error)}\n`));
  void runLogged();
  setInterval(() => void runLogged(), everyMs);
}

/**
 * Every module of the build, after an entry, which Miniflare takes from the first place. The largest are last: Miniflare
 * copies all modules before for each one that it adds to the runtime's configuration, also after a crash.
 */
function listModules(folder: string, main: string) {
  const modules = globSync("**/*", { cwd: folder }).flatMap((name) => {
    const type = moduleTypes[extname(name)];
    if (type === undefined) return [];
    const path = join(folder, name);
    const contents = readFileSync(path);
    return [
      { type, path, contents: type === "ESModule" || type === "Text" ? contents.toString() : contents },
    ];
  });
  const built = `./${relative(folder, main)}`;
  const entry = `export * from "${built}"; export { default } from "${built}";`;
  return [
    { type: "ESModule" as const, path: join(folder, "entry.js"), contents: entry },
    ...modules.toSorted((one, other) => one.contents.length - other.contents.length),
  ];
}

function leashRuntime() {
  // The path that miniflare itself would choose, resolved from where it is installed.
  const fromMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  const workerd: { default: string } = fromMiniflare("workerd");
  process.env.CUE_WORKERD = workerd.default;
  process.env.MINIFLARE_WORKERD_PATH = join(projectFolder, "scripts", "instance", "workerd.sh");
}
