/** The logo: a knob with its ticks, lit up to the cue point. */
export function Mark({ className }: { className?: string }) {
  const ticks = (from: number, to: number) => {
    let d = "";
    for (let tick = from; tick < to; tick += 1) {
      const angle = ((135 + (270 * tick) / 13) * Math.PI) / 180;
      const point = (radius: number) =>
        `${(32 + radius * Math.cos(angle)).toFixed(1)} ${(32 + radius * Math.sin(angle)).toFixed(1)}`;
      d += `M${point(21)}L${point(30)}`;
    }
    return d;
  };
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <path d={ticks(0, 8)} className="stroke-green" strokeWidth={4} />
      <path d={ticks(8, 9)} className="stroke-amber" strokeWidth={4} />
      <path d={ticks(9, 14)} className="stroke-edge" strokeWidth={4} />
      <path d="M32 32L39.2 20.1" className="stroke-ink" strokeWidth={5} />
    </svg>
  );
}
