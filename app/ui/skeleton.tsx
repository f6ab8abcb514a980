import clsx from "clsx";

/** A block with the final size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse-slow bg-control", className)} />;
}
