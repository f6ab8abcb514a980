import type { ReactNode } from "react";
import { TickRule } from "./ticks.tsx";

/** Says what will appear here and, below, what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="py-6">
      <TickRule className="mb-4 max-w-60 opacity-60" />
      <p className="text-16 text-ink-2">{title}</p>
      {children && <div className="mt-1 max-w-[60ch] text-pretty text-14 text-ink-3">{children}</div>}
    </div>
  );
}
