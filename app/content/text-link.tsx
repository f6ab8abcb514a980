import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";

/** Pages that do not exist for a reader who has not passed the stream test: for them the words stay without the link. */
const performersPages: readonly string[] = ["/settings/dj", "/settings/webhooks"];

/** A link within a text: to one of our pages, or to another site. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const viewer = useRouteLoaderData<{ viewer: { hasPassedTest: boolean } | null }>("root")?.viewer;
  const className = "text-ink underline hover:no-underline";
  if (/^[a-z]+:/.test(to)) {
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  }
  if (performersPages.includes(to) && !viewer?.hasPassedTest) return children;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
