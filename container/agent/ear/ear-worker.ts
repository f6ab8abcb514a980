/** The ear's thread: started by `EarThread`. */
import { parentPort } from "node:worker_threads";
import { Hearing } from "./hearing.ts";
import { ThreadBudget } from "./thread-budget.ts";
import type { FromEar, ToEar } from "./thread-messages.ts";

/** Names are late by seconds anyway. */
const listenEveryMs = 250;

const port = parentPort;
if (port === null) throw new Error("This file is a worker.");

const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const budget = new ThreadBudget(processorMs, () => performance.now());
const hearing = new Hearing(Date.now().toString(36), budget, (message: FromEar) => port.postMessage(message));

port.on("message", (message: ToEar) => hearing.receive(message));
listen();

/** Listens in rounds; between two of them, messages are received. */
function listen(): void {
  if (hearing.listen()) setImmediate(listen);
  else setTimeout(listen, listenEveryMs);
}
