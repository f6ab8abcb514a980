/** Counts what each scenario uses in an hour, by the meter of a local copy, and prints the bill of three instances. */
import { prices } from "#packages/usage-meter/prices.ts";
import type { Usage } from "#packages/usage-meter/usage.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, percent } from "../report.ts";
import { billOfExample, examples } from "./bill.ts";
import { messagesPerHour, scenarios } from "./scenarios.ts";
import { CostStand, type Measured } from "./stand.ts";

export async function benchCost(options: BenchOptions): Promise<Chapter> {
  const measured = new Map<string, Measured>();
  const stand = await CostStand.open(options.costMs);
  try {
    for (const [name, run] of Object.entries(scenarios)) measured.set(name, await run(stand));
  } finally {
    await stand.close();
  }
  const usages = Object.fromEntries([...measured].map(([name, { usage }]) => [name, usage]));
  const bill = Object.fromEntries(
    examples.map((example) => [example.name, billOfExample(example, usages, messagesPerHour)]),
  );
  if (options.isJson) process.stdout.write(`${JSON.stringify({ ...usages, bill })}\n`);
  const figures: Figure[] = [...measured].map(([name, { usage, cores }]) => ({
    what: `${name}: an hour`,
    value: `${toText(usage)}; ${percent(cores)} of a core`,
    ...(name === "stage-100" && { aim: "≤ 1,500 rows written" }),
  }));
  const chatRows = (usages["stage-100-chat"]?.rowsWritten ?? 0) - (usages["stage-100"]?.rowsWritten ?? 0);
  figures.push({
    what: "a chat message: rows written",
    value: (chatRows / messagesPerHour).toFixed(2),
    aim: "≤ 2",
  });
  for (const { name } of examples)
    figures.push({ what: `${name}: USD a month, without the media host`, value: toDollars(bill[name]) });
  return {
    name: "cost",
    title: "Usage of the platform, and its price",
    method: `Each scenario runs alone for ${options.costMs / 1_000} s on a local copy with real encoders; the meter counts rows, alarms, requests (messages of sockets 20:1), time awake and operations of R2, without those of the idle copy. Prices of ${prices.date}. Time awake is the dearer reading: objects that get a packet each second count as awake in between.`,
    figures,
    closing: `Rows of \`stage-100\` by statement, an hour: ${(measured.get("stage-100")?.statements ?? [])
      .slice(0, 12)
      .map(([statement, rows]) => `${statement} ${rows.toFixed(0)}`)
      .join("; ")}.`,
    voidBecause: [],
  };
}

const toDollars = (bill: { total: number; parts: Record<string, number> } | undefined) =>
  bill === undefined
    ? "unknown"
    : `${bill.total.toFixed(2)} (${Object.entries(bill.parts)
        .filter(([, part]) => part >= 0.005)
        .map(([name, part]) => `${name} ${part.toFixed(2)}`)
        .join(", ")})`;

const toText = ({
  rowsWritten,
  rowsRead,
  alarms,
  requests,
  awakeMs,
  r2Writes,
  r2Reads,
  workerCalls,
}: Usage) =>
  `${rowsWritten.toFixed(0)} rows written, ${rowsRead.toFixed(0)} read, ${alarms.toFixed(0)} alarms, ${requests.toFixed(0)} requests, ${(awakeMs / 3_600_000).toFixed(2)} object-hours, R2 ${r2Writes.toFixed(0)}/${r2Reads.toFixed(0)}, ${workerCalls.toFixed(0)} Worker calls`;
