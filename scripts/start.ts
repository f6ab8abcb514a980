/** `npm start`: one local copy of Cue. */
import { runCopy } from "./instance/run-copy.ts";
import { fail } from "./progress.ts";

await runCopy({ isDev: false }).catch(fail);
