import { type ReactNode, useId } from "react";
import { TickRule } from "./ticks.tsx";

/** A part of a page under its own heading. */
export function Section({
  title,
  intro,
  end,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** Shown beside the heading. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 first:mt-0">
      <TickRule className="mb-4 opacity-60" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="display grow text-20">
          {title}
        </h2>
        {end}
      </div>
      {intro && <div className="mt-1 max-w-[60ch] text-14 text-ink-3">{intro}</div>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
