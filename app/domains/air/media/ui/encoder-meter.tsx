import clsx from "clsx";
import type { ConnectedEncoder } from "../contract/encoder.ts";

/** The quietest level that the meter shows, dBFS. */
const floorDb = -60;
/** Three ticks for two decibels. */
const ticks = 90;
/** Level from which the ticks turn red while the sound clips, dBFS. */
const hotDb = -6;
const scale = [-60, -48, -36, -24, -12, 0];

/** A level in the notation of a mixing desk. */
export function decibelText(db: number, digits = 0): string {
  return db <= -120 ? "−∞ dB" : `${db.toFixed(digits).replace("-", "−")} dB`;
}

const shareOf = (db: number) => Math.min(1, Math.max(0, 1 - db / floorDb));
const tickOf = (db: number) => Math.round(shareOf(db) * ticks);

function ticksBetween(from: number, to: number): string {
  let d = "";
  for (let tick = from; tick < to; tick += 1) d += `M${tick * 4 + 2} ${tick % 6 === 0 ? 0 : 3}V12`;
  return d;
}

const allTicks = ticksBetween(0, ticks);

/** Level and peak of half a second, on a scale of 60 dB. */
export function EncoderMeter({
  level,
  isClipping,
  className,
}: {
  level: ConnectedEncoder["level"];
  isClipping: boolean;
  className?: string;
}) {
  const lit = level ? tickOf(level.rmsDb) : 0;
  const peak = level ? tickOf(level.peakDb) : 0;
  const words = level
    ? `Level ${decibelText(level.rmsDb)}, peak ${decibelText(level.peakDb)}`
    : "No level yet";
  return (
    <div>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${ticks * 4} 12`}
        preserveAspectRatio="none"
        className={clsx("block w-full", className)}
      >
        <path d={allTicks} className="stroke-tick" strokeWidth={1} vectorEffect="non-scaling-stroke" />
        <path
          d={allTicks}
          className="stroke-green transition-[clip-path] motion-reduce:transition-none"
          style={{ clipPath: `inset(0 ${100 - (lit / ticks) * 100}% 0 0)` }}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        {isClipping && (
          <path
            d={ticksBetween(tickOf(hotDb), ticks)}
            className="stroke-red"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        )}
        {peak > 0 && (
          <path
            d={`M${Math.min(ticks - 1, peak) * 4 + 2} 0V12`}
            className={isClipping ? "stroke-red" : "stroke-ink"}
            strokeWidth={4}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-12 text-ink-3">
        {scale.map((db) => (
          <span key={db}>{db === 0 ? "0 dB" : `−${-db}`}</span>
        ))}
      </p>
    </div>
  );
}
