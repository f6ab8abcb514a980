import type { ReactNode } from "react";
import { Mark } from "#app/ui/brand.tsx";
import { TickRule } from "#app/ui/ticks.tsx";

/** A page for one task, outside the shell: the target of an email's link or a popup. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center px-5 py-16">
      <Mark className="mb-6 size-14" />
      <h1 className="display text-44">{title}</h1>
      <TickRule className="my-5" />
      {children}
    </main>
  );
}

/** Longer than any emailed token. */
const longestToken = 128;

/** The token in the address of an emailed link, or null where there is none that could be ours. */
export function tokenIn(address: string): string | null {
  const token = new URL(address).searchParams.get("token") ?? "";
  return token !== "" && token.length <= longestToken ? token : null;
}
