import type { ReactNode } from "react";

/** One section of a set's page, under its title. */
export function SetSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="display mb-3 text-28">{title}</h2>
      {children}
    </section>
  );
}
