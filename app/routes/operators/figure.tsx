import type { ReactNode } from "react";

/** One large figure of a `dl`, with its name. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 text-ink-3">{name}</dt>
      <dd className="display text-28 break-words tabular">{children}</dd>
    </div>
  );
}
