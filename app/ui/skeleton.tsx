import clsx from "clsx";

/** A placeholder block with the final size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse-slow bg-control", className)} />;
}
