/** The usage of the platform by this instance in a month, and its estimated bill. */
import type { AppContext } from "#app/context.ts";
import { type Bill, billOf, gbSecondsOf, prices } from "#packages/usage-meter/prices.ts";
import { scaleUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { type UsageAmount, type UsageLineName, type UsageView, usageLineNames } from "../contract/usage.ts";

const settings = ["CUE_CLOUDFLARE_ACCOUNT", "CUE_CLOUDFLARE_TOKEN"];
/** A shorter time says nothing of a month. */
const minCountedMs = 60_000;

/** The counts of this month (UTC) so far, and of a whole month at this rate. For operators only. */
export async function readUsage({ clock, meter }: Pick<AppContext, "clock" | "meter">): Promise<UsageView> {
  const now = clock.now();
  const { start, end } = monthOf(now);
  const answer = await meter.read({ from: start, to: now });
  const about = { state: answer.is, settings: [...settings], pricesOf: prices.date };
  if (answer.is !== "counted") return { ...about, counted: null };
  const { scope, from, to, usage } = answer;
  const month = scaleUsage(usage, (end - start) / Math.max(minCountedMs, to - from));
  const [soFarBill, monthBill] = [billOf(usage), billOf(month)];
  const lines = usageLineNames.map((name) => ({
    name,
    soFar: amountOf(name, usage, soFarBill),
    month: amountOf(name, month, monthBill),
  }));
  return { ...about, counted: { scope, from, to, lines, soFar: soFarBill, month: monthBill } };
}

const amountOf = (name: UsageLineName, usage: Usage, { parts }: Bill): UsageAmount => ({
  count: name === "duration" ? gbSecondsOf(usage) : usage[name],
  usd: parts[name] ?? 0,
});

/** The calendar month (UTC) of this instant, from its first moment to that of the next. */
function monthOf(at: number): { start: number; end: number } {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}
