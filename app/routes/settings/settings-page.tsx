import clsx from "clsx";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** The frame of a settings page: back link, title, description, sections. */
export function SettingsPage({
  title,
  back,
  intro,
  children,
}: {
  title: string;
  /** The page above this one; without it the menu, which needs no link where it is shown beside the page. */
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
