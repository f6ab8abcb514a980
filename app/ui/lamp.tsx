import clsx from "clsx";
import type { ReactNode } from "react";

export type LampTone = "green" | "amber" | "red" | "off";

const filled: Record<LampTone, string> = {
  green: "bg-green text-on-green",
  amber: "bg-amber text-on-amber",
  red: "bg-red text-on-red",
  off: "bg-control text-ink-2",
};

const dots: Record<LampTone, string> = {
  green: "bg-green",
  amber: "bg-amber",
  red: "bg-red",
  off: "bg-edge",
};

/** A lit label: LIVE, CUE, a countdown. */
export function Badge({
  tone,
  children,
  className,
}: {
  tone: LampTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={clsx(
        "label tabular inline-flex min-h-5 items-center whitespace-nowrap rounded-control px-1.5",
        filled[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A small coloured dot before text that says the same. */
export function Lamp({ tone, className }: { tone: LampTone; className?: string }) {
  return (
    <i
      aria-hidden="true"
      className={clsx("inline-block size-2 shrink-0 rounded-full", dots[tone], className)}
    />
  );
}
