import type { ReactNode } from "react";

/** A part of a program's window, drawn: `children` are SVG, `alt` says what it shows and where to press. */
export function Drawing({
  alt,
  height,
  children,
}: {
  alt: string;
  /** It is 400 wide, so that its text is legible on a phone. */
  height: number;
  children: ReactNode;
}) {
  return (
    <svg
      role="img"
      aria-label={alt}
      viewBox={`0 0 400 ${height}`}
      className="mt-4 block w-full max-w-[500px] border border-edge bg-raised"
    >
      {children}
    </svg>
  );
}

/** A button of the program. The one to press is highlighted. */
export function Key({
  x,
  y,
  width,
  height = 28,
  isLit,
  children,
}: {
  x: number;
  y: number;
  width: number;
  height?: number;
  isLit?: boolean;
  children?: ReactNode;
}) {
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        className={isLit ? "fill-amber-soft stroke-amber" : "fill-control stroke-tick"}
        strokeWidth={isLit ? 3 : 1}
      />
      {typeof children === "string" ? (
        <Label x={x + width / 2} y={y + height / 2 + 5} isCentred isLit={isLit}>
          {children}
        </Label>
      ) : (
        children
      )}
    </g>
  );
}

export function Label({
  x,
  y,
  isCentred,
  isLit,
  children,
}: {
  x: number;
  y: number;
  isCentred?: boolean;
  isLit?: boolean;
  children: string;
}) {
  return (
    <text
      x={x}
      y={y}
      fontSize={16}
      textAnchor={isCentred ? "middle" : "start"}
      className={isLit ? "fill-ink font-semibold" : "fill-ink-2"}
    >
      {children}
    </text>
  );
}

/** A transmitter with its waves, the usual symbol of broadcasting. Its centre is at `x`, `y`. */
export function Aerial({ x, y }: { x: number; y: number }) {
  const wave = (side: number, radius: number) =>
    `M${x + side * radius * 0.7} ${y - radius * 0.7}A${radius} ${radius} 0 0 ${side > 0 ? 1 : 0} ${x + side * radius * 0.7} ${y + radius * 0.7}`;
  return (
    <g fill="none" className="stroke-ink" strokeWidth={2} strokeLinecap="round">
      <circle cx={x} cy={y} r={2} className="fill-ink" stroke="none" />
      <path d={[1, -1].flatMap((side) => [wave(side, 6), wave(side, 10)]).join("")} />
    </g>
  );
}

/** A level meter in the green range. */
export function Meter({ x, y, width, lit = 0.7 }: { x: number; y: number; width: number; lit?: number }) {
  const count = Math.floor(width / 6);
  return (
    <g>
      {Array.from({ length: count }, (_, tick) => (
        <rect
          key={x + tick * 6}
          x={x + tick * 6}
          y={y}
          width={4}
          height={10}
          className={tick / count < lit ? "fill-green" : "fill-tick"}
        />
      ))}
    </g>
  );
}
