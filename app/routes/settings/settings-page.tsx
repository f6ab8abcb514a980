import clsx from "clsx";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { TickRule } from "#app/ui/ticks.tsx";

/** The frame of one page of the settings: the way back, its title, what it is for, its sections. */
export function SettingsPage({
  title,
  back,
  intro,
  children,
}: {
  title: string;
  /** The page above this one; without it the menu, which needs no link where it stands beside the page. */
  back?: { to: string; name: string };
  intro?: ReactNode;
  children: ReactNode;
}) {
  const { to, name } = back ?? { to: "/settings", name: "Settings" };
  return (
    <main id="main" className="min-w-0 grow px-4 pt-2 pb-12 sm:px-8 lg:pt-8">
      <div className="mx-auto max-w-2xl lg:mx-0">
        <Link
          to={to}
          className={clsx(
            "-ml-2 inline-flex min-h-11 items-center gap-1 rounded-control pr-2 text-14 text-ink-2 hover:text-ink",
            !back && "lg:hidden",
          )}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
          {name}
        </Link>
        <h1 className="display text-28 sm:text-44">{title}</h1>
        {intro && <div className="mt-2 max-w-[60ch] text-16 text-ink-2">{intro}</div>}
        {children}
      </div>
    </main>
  );
}

/** A part of a settings page under its own heading. */
export function Section({
  title,
  intro,
  end,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** Beside the heading. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <TickRule className="mb-4 opacity-60" />
      <div className="flex flex-wrap items-center gap-x-4">
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
