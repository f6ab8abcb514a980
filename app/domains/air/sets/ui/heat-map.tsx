import clsx from "clsx";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { offsetIn, type RecordingClock } from "../../replays/recording-clock.ts";
import { type Heat, type HeatSegment, type HeatSpan, type HeatTick, heats, heatTicks } from "../heat-map.ts";
import { heatMarks } from "./heat-marks.ts";

/** Ticks of a scale: enough to be fine, and few enough to be distinct. Short tracks add their own. */
const tickCounts = { phone: 60, wide: 120 } as const;

/** Shows the cheers of a set: a scale of the whole set whose ticks grow with the share of cheers. */
export function HeatMap({ map, clock }: { map: readonly HeatSpan[]; clock: RecordingClock }) {
  const first = map[0];
  const last = map.at(-1);
  if (first === undefined || last === undefined) return null;
  const label = inWords(map, clock);
  return (
    <figure>
      <Ruler map={map} label={label} count={tickCounts.phone} className="h-20 sm:hidden" />
      <Ruler map={map} label={label} count={tickCounts.wide} className="h-24 max-sm:hidden" />
      <Bounds map={map} />
      <div className="tabular mt-1 flex justify-between text-14 text-ink-3">
        <span>{clockOffset(offsetIn(clock, first.start))}</span>
        <span>{clockOffset(offsetIn(clock, last.end))}</span>
      </div>
      <Legend />
    </figure>
  );
}

function Ruler({
  map,
  label,
  count,
  className,
}: {
  map: readonly HeatSpan[];
  label: string;
  count: number;
  className: string;
}) {
  const ticks = heatTicks(map, count);
  // Twice as many are too close for lines of two pixels.
  const isDense = ticks.length > count * 2;
  return <Ticks ticks={ticks} count={count} isDense={isDense} label={label} className={className} />;
}

/** The five segments of one track. */
export function TrackHeat({ segments, className }: { segments: readonly HeatSegment[]; className?: string }) {
  const heatsOfTicks = segments.flatMap(({ heat }) => [heat, heat, heat]);
  const count = heatsOfTicks.length;
  const ticks = heatsOfTicks.map((heat, index) => ({ at: (index + 0.5) / count, heat }));
  const label = `Cheers: ${segments.map(({ heat }) => heat).join(", ")}`;
  return <Ticks ticks={ticks} count={count} className={className} label={label} />;
}

function Ticks({
  ticks,
  count,
  isDense = false,
  label,
  className,
}: {
  ticks: readonly HeatTick[];
  /** Number of ticks at equal distances. */
  count: number;
  isDense?: boolean;
  label: string;
  className?: string;
}) {
  const x = ({ at }: HeatTick) => Math.round(at * count * 400) / 100;
  const path = (heat: Heat) => {
    const top = 30 - heatMarks[heat].height;
    return ticks.map((tick) => (tick.heat === heat ? `M${x(tick)} ${top}V30` : "")).join("");
  };
  return (
    <svg
      viewBox={`0 0 ${count * 4} 30`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className={clsx("block w-full", className)}
    >
      {heats.map((heat) => (
        <path
          key={heat}
          d={path(heat)}
          className={heatMarks[heat].className}
          strokeWidth={isDense ? heatMarks[heat].width / 2 : heatMarks[heat].width}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** Marks the starts of tracks. */
function Bounds({ map }: { map: readonly HeatSpan[] }) {
  const start = map[0]?.start ?? 0;
  const length = Math.max(1, (map.at(-1)?.end ?? 0) - start);
  const path = map.map((span) => `M${((span.start - start) / length) * 1_000} 0V8`).join("");
  return (
    <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true" className="block h-2 w-full">
      <path d={`${path}M1000 0V8`} className="stroke-edge" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Legend() {
  return (
    <figcaption className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-3">
      {heats.map((heat) => (
        <span key={heat} className="inline-flex items-center gap-2">
          <span className="inline-block w-3">
            <svg
              viewBox="0 0 12 30"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="block h-5 w-full"
            >
              <path
                d={[2, 6, 10].map((x) => `M${x} ${30 - heatMarks[heat].height}V30`).join("")}
                className={heatMarks[heat].className}
                strokeWidth={heatMarks[heat].width}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </span>
          {heat}
        </span>
      ))}
    </figcaption>
  );
}

function inWords(map: readonly HeatSpan[], clock: RecordingClock): string {
  const segments = map.flatMap((span) => span.segments);
  const hottest = segments.reduce<HeatSegment | undefined>(
    (best, segment) => (segment.count > (best?.count ?? 0) ? segment : best),
    undefined,
  );
  if (hottest === undefined) return "No cheers yet";
  const minutes = Math.round(offsetIn(clock, hottest.start) / 60_000);
  return `Cheers over the set. The hottest moment started ${minutes} min in, with ${Math.round(hottest.share * 100)} % of all cheers.`;
}
