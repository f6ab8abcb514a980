import type { Config } from "@react-router/dev/config";
import { buildServiceWorker } from "./scripts/instance/service-worker.ts";

export default { ssr: true, buildEnd: buildServiceWorker } satisfies Config;
