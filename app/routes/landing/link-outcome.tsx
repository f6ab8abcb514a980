import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { PlainPage } from "./plain-page.tsx";

/** The title for a link that was used, or has expired. */
export const deadLinkTitle = "This link no longer works";

/** The result of an email's link, and where to continue. */
export function LinkOutcome({
  title,
  next,
  children,
}: {
  title: string;
  next: { path: string; words: string };
  children: ReactNode;
}) {
  return (
    <PlainPage title={title}>
      <p role="alert" className="max-w-[60ch] text-16 text-ink-2">
        {children}
      </p>
      <p className="mt-6">
        <a href={next.path} className={buttonClass("solid")}>
          {next.words}
        </a>
      </p>
    </PlainPage>
  );
}
