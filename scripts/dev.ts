/** `npm run dev`: the same copy as `npm start`, served from the sources with hot reload. */
import { runCopy } from "./instance/run-copy.ts";
import { fail } from "./progress.ts";

await runCopy({ isDev: true }).catch(fail);
