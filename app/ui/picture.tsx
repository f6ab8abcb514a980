import clsx from "clsx";
import { useCallback, useState } from "react";
import { initialsOf, numbersFrom, waveFrom } from "./drawn.ts";

interface PictureProps {
  /** Path of the image, or null for the drawn placeholder. */
  src: string | null;
  /** The owner's name: the placeholder is drawn from it. */
  name: string;
  /** The alternative text; empty where the name is shown beside it. */
  alt?: string;
  ratio?: "square" | "wide";
  /** Lights the ticks of a drawn wide picture up to a share (0 to 1). */
  lit?: { tone: "green" | "amber"; share: number };
  /** The first picture of a page: loaded immediately. */
  isEager?: boolean;
  className?: string;
}

/** An image with a fixed ratio, or, without one or when it fails, initials drawn among ticks. Never a broken icon. */
export function Picture({
  src,
  name,
  alt = "",
  ratio = "square",
  lit,
  isEager = false,
  className,
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // A server-rendered image may have failed before React listened for it.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(image.getAttribute("src"));
  }, []);
  const shown = src && src !== failed ? src : null;
  return (
    <span
      className={clsx(
        "block shrink-0 overflow-hidden bg-control",
        ratio === "square" ? "aspect-square" : "aspect-[21/9]",
        className,
      )}
    >
      {shown ? (
        <img
          ref={check}
          src={shown}
          alt={alt}
          loading={isEager ? "eager" : "lazy"}
          fetchPriority={isEager ? "high" : "auto"}
          decoding="async"
          onError={() => setFailed(shown)}
          className="size-full object-cover"
        />
      ) : ratio === "square" ? (
        <Dial name={name} alt={alt} />
      ) : (
        <Wave name={name} alt={alt} lit={lit} />
      )}
    </span>
  );
}

function accessible(alt: string) {
  return alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
}

/** The volume knob's 28 ticks over 270 degrees; the number of lit ones depends on the name. */
function Dial({ name, alt }: { name: string; alt: string }) {
  const lit = 6 + Math.floor(numbersFrom(name)() * 20);
  const ticks = (from: number, to: number) => {
    let d = "";
    for (let tick = from; tick < to; tick += 1) {
      const angle = ((135 + (270 * tick) / 27) * Math.PI) / 180;
      const point = (radius: number) =>
        `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
      d += `M${point(36)}L${point(43)}`;
    }
    return d;
  };
  return (
    <svg viewBox="0 0 100 100" className="size-full" {...accessible(alt)}>
      <path d={ticks(lit, 28)} className="stroke-tick" strokeWidth={1.5} />
      <path d={ticks(0, lit)} className="stroke-ink-3" strokeWidth={1.5} />
      <text
        x={50}
        y={51}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={27}
        className="display fill-ink-2"
      >
        {initialsOf(name)}
      </text>
    </svg>
  );
}

const lights = { green: "stroke-green", amber: "stroke-amber" };
const waveTicks = 140;

function Wave({ name, alt, lit }: Required<Pick<PictureProps, "name" | "alt">> & Pick<PictureProps, "lit">) {
  const heights = waveFrom(name, waveTicks);
  const litTicks = lit ? Math.round(Math.min(1, Math.max(0, lit.share)) * waveTicks) : 0;
  const path = (isIncluded: (index: number) => boolean) =>
    heights
      .map((height, index) => {
        if (!isIncluded(index)) return "";
        const half = height * 150;
        return `M${index * 7 + 3} ${(210 - half).toFixed(0)}V${(210 + half).toFixed(0)}`;
      })
      .join("");
  return (
    <svg
      viewBox="0 0 980 420"
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
      {...accessible(alt)}
    >
      <path
        d={path((index) => index >= litTicks && index % 5 !== 0)}
        className="stroke-tick"
        strokeWidth={2}
      />
      <path
        d={path((index) => index >= litTicks && index % 5 === 0)}
        className="stroke-ink-3"
        strokeWidth={2}
      />
      {lit && <path d={path((index) => index < litTicks)} className={lights[lit.tone]} strokeWidth={2} />}
    </svg>
  );
}
