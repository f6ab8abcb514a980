import type { ReactNode } from "react";
import { Link } from "react-router";

/** A link within a text: to one of our pages, or to another site. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const className = "text-ink underline hover:no-underline";
  if (/^[a-z]+:/.test(to)) {
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
