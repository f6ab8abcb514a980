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
  const voidBecause: string[] = [];
  const stand = await CostStand.open(options.costMs);
  try {
    for (const [name, run] of Object.entries(scenarios)) {
      process.stdout.write(`${name}…\n`);
      try {
        measured.set(name, await run(stand));
      } catch (error) {
        // The others are measured all the same.
        voidBecause.push(`${name}: ${String(error)}`);
      }
    }
  } finally {
    await stand.close();
  }
  const usages = Object.fromEntries([...measured].map(([name, { usage }]) => [name, usage]));
  const bill = Object.fromEntries(
    examples.map((example) => [example.name, billOfExample(example, usages, messagesPerHour)]),
  );
  if (options.isJson) process.stdout.write(`${JSON.stringify({ ...usages, bill })}\n`);
  const figures: Figure[] = [...measured].flatMap(([name, each]) => toFigures(name, each));
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
    method: `Each scenario runs alone for ${options.costMs / 1_000} s on a local copy with real encoders; the meter counts rows, alarms, requests (messages of sockets 20:1), time awake and operations of R2, without those of the idle copy. A replayed hour, a tip and a booking are counted each (the replay within minutes of its end, when its sound is in the most pieces), without what the copy uses in the same time without them. Prices of ${prices.date}. Time awake is the dearer reading: objects that get a packet each second count as awake in between.`,
    figures,
    closing: `Rows of \`stage-100\` by statement, an hour: ${(measured.get("stage-100")?.statements ?? [])
      .slice(0, 12)
      .map(([statement, rows]) => `${statement} ${rows.toFixed(0)}`)
      .join("; ")}.`,
    voidBecause,
  };
}

function toFigures(name: string, { per, usage, recording, cores }: Measured): Figure[] {
  const value = cores === null ? toText(usage) : `${toText(usage)}; ${percent(cores)} of a core`;
  const aim = name === "stage-100" && { aim: "≤ 1,500 rows written" };
  const figures: Figure[] = [{ what: per === "hour" ? `${name}: an hour` : `${name}: each`, value, ...aim }];
  if (name === "stage-0")
    figures.push({ what: "of this, an hour recorded (the class Tape)", value: toText(recording) });
  return figures;
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
  `${short(rowsWritten)} rows written, ${short(rowsRead)} read, ${short(alarms)} alarms, ${short(requests)} requests, ${(awakeMs / 3_600_000).toFixed(3)} object-hours, R2 ${short(r2Writes)}/${short(r2Reads)}, ${short(workerCalls)} Worker calls`;

const short = (count: number) => count.toFixed(Math.abs(count) < 20 ? 1 : 0);
