import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { useTheme } from "#app/ui/theme.ts";
import { heatMap, spansOf } from "../../sets/heat-map.ts";
import type { ReplayDetailsView } from "../contract.ts";
import { trackText } from "../moment.ts";
import { positionOf } from "../picture.ts";
import { lostIn } from "../timeline.ts";
import { type PaintedReplay, paintReplay, readPaints } from "./paint-replay.ts";
import type { ReplayPlayer } from "./use-replay-player.ts";
import { useSurface } from "./use-surface.ts";

/** Distance from a gap, as a share of the width, within which its length is told. */
const nearGap = 0.012;

/**
 * A recording as one picture over its length: its sound, its tracks, its cheers and what is missing. A press or a drag
 * goes there. Not for assistive software: the slider below it says and does the same.
 */
export function ReplayPicture({
  replay,
  player,
  isSliderFocused,
}: {
  replay: ReplayDetailsView;
  player: ReplayPlayer;
  /** The slider has the focus: the picture tells its position. */
  isSliderFocused: boolean;
}) {
  const { position, isIdle, goTo } = player;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useSurface(canvas);
  const theme = useTheme();
  const painted = useMemo(() => toPainted(replay), [replay]);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isDragging, setDragging] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (surface === null || canvas.current === null) return;
    const paint = () => {
      if (canvas.current === null) return;
      const paints = readPaints(canvas.current);
      paintReplay(surface, painted, { position, isStarted: !isIdle, pointed }, paints);
    };
    const frame = requestAnimationFrame(paint);
    return () => cancelAnimationFrame(frame);
  }, [surface, painted, position, isIdle, pointed, theme]);

  const under = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return positionOf(clientX - left, width, replay.duration);
  };
  const release = () => {
    setDragging(false);
    setPointed(null);
  };
  const told = pointed ?? (isSliderFocused ? position : null);
  return (
    <div
      aria-hidden="true"
      data-replay-picture=""
      className="relative cursor-pointer touch-pan-y select-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        setPointed(under(event));
      }}
      onPointerMove={(event) => {
        if (isDragging || event.pointerType !== "touch") setPointed(under(event));
      }}
      onPointerUp={(event) => {
        if (!isDragging) return;
        goTo(under(event));
        setDragging(false);
        if (event.pointerType === "touch") setPointed(null);
      }}
      onPointerLeave={() => {
        if (!isDragging) setPointed(null);
      }}
      // A finger that scrolls the page goes nowhere in the sound.
      onPointerCancel={release}
    >
      <canvas ref={canvas} className="block h-36 w-full sm:h-44" />
      <div className="pointer-events-none absolute inset-x-0 -top-8 h-7">
        {told !== null && <Told replay={replay} at={told} />}
      </div>
    </div>
  );
}

/** The time and the track at a position, above it and within the width. */
function Told({ replay: { tracks, gaps, duration }, at }: { replay: ReplayDetailsView; at: number }) {
  const share = duration <= 0 ? 0 : (at / duration) * 100;
  const entry = trackAt(tracks, at);
  const gap = gaps.find((each) => Math.abs(each.at - at) < duration * nearGap);
  return (
    <p
      style={{ left: `${share}%`, transform: `translateX(-${share}%)` }}
      className="tabular absolute top-0 flex max-w-full gap-2 bg-raised px-2 text-14 leading-7 whitespace-nowrap"
    >
      <span className="font-semibold">{clockOffset(at)}</span>
      {gap ? (
        <span className="truncate text-ink-2">
          {clockOffset(gap.duration)} {gap.isPause ? "pause" : "missing"}
        </span>
      ) : (
        entry && (
          <span className="truncate text-ink-2" dir="auto">
            {trackText(entry.track)}
          </span>
        )
      )}
    </p>
  );
}

function toPainted({ id, duration, peaks, tracks, gaps, cheers }: ReplayDetailsView): PaintedReplay {
  const starts = tracks.map((entry) => ({ id: entry.id, timestamp: entry.start }));
  return {
    duration,
    peaks,
    gaps: lostIn(gaps),
    tracks: tracks.map((entry) => ({ id: entry.id, start: entry.start, name: trackText(entry.track) })),
    heat: cheers && heatMap(spansOf(starts, { id, startTime: 0 }, duration), cheers),
  };
}
