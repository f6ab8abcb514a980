const steps = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A time to wait, rounded up to the largest unit that fits: `8 minutes`, `24 hours`, `1 second`. */
export function waitText(ms: number): string {
  const [unit, unitMs] = steps.find(([, each]) => ms >= each) ?? steps[2];
  const format = new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, Math.ceil(ms / unitMs)));
}
