import clsx from "clsx";

/** A divider drawn as a scale. */
export function TickRule({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("ticks w-full", className)} />;
}

const tones = { green: "stroke-green", amber: "stroke-amber", ink: "stroke-ink-2" } as const;

/** Progress, as lit ticks. `share` is 0 to 1. Decorative beside text that says the same, unless it gets a `label`. */
export function TickProgress({
  share,
  count = 60,
  tone,
  label,
  className,
}: {
  share: number;
  count?: number;
  tone: keyof typeof tones;
  label?: string;
  className?: string;
}) {
  const lit = Math.round(Math.min(1, Math.max(0, share)) * count);
  const path = (from: number, to: number) => {
    let d = "";
    for (let tick = from; tick < to; tick += 1) {
      const top = tick % 5 === 0 ? 0 : 5;
      d += `M${tick * 4 + 1} ${top}V12`;
    }
    return d;
  };
  return (
    <svg
      viewBox={`0 0 ${count * 4} 12`}
      preserveAspectRatio="none"
      className={clsx("block h-3 w-full", className)}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={path(lit, count)} className="stroke-tick" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      <path d={path(0, lit)} className={tones[tone]} strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
