import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** Links from a person's list back to the person. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 max-w-full items-center gap-2 px-2 text-14 text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
      <span className="truncate" dir="auto">
        {children}
      </span>
    </Link>
  );
}
