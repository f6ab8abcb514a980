/** The chunk that loads with the first replay, or the first step back from live. */
export { Behind } from "./behind.ts";
export { ReplayRun } from "./replay-run.ts";
