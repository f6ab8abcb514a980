/** Loaded before an agent, it takes the agent's ear away: its thread is one that does nothing. */
import { syncBuiltinESMExports } from "node:module";
import threads, { type WorkerOptions } from "node:worker_threads";

const idle = new URL("data:text/javascript,setInterval(() => {}, 1e9)");

threads.Worker = class extends threads.Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(options?.name === "ear" ? idle : script, options);
  }
};
syncBuiltinESMExports();
