import { Inbox } from "lucide-react";
import { Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";

const UnreadDot = lazyPart(() => import("./unread-dot.tsx"));

/** Leads to the inbox; highlighted while something in it is unread. */
export function InboxButton() {
  return (
    <Link to="/inbox" title="Inbox" className={buttonClass("bare", "relative size-11 shrink-0 px-0!")}>
      <Inbox aria-hidden="true" className="size-5" />
      <span className="sr-only">Inbox</span>
      <InBrowser>
        <UnreadDot />
      </InBrowser>
    </Link>
  );
}
