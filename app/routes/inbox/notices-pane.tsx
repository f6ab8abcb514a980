import clsx from "clsx";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import type { Notice } from "#app/domains/air/messages/live/protocol.ts";
import { useLocalTimes } from "#app/domains/base/time/ui/local-times.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TimeSince } from "#app/ui/time.tsx";
import { usePageVisible } from "#app/ui/use-page-visible.ts";
import { PaneHead } from "./conversation-head.tsx";

/** The viewer's notices, newest first. Those in view count as read; new ones stay marked until the pane is left. */
export default function NoticesPane({
  notices,
  readUpTo,
  isLoaded,
}: {
  notices: readonly Notice[];
  readUpTo: number;
  /** The inbox has loaded. */
  isLoaded: boolean;
}) {
  const isVisible = usePageVisible();
  const [readBefore, setReadBefore] = useState<number | null>(null);
  // Once they are loaded: how far they had been read when they were opened.
  if (readBefore === null && isLoaded) setReadBefore(readUpTo);
  const newest = notices[0]?.seq ?? 0;
  useEffect(() => {
    if (isVisible && newest > readUpTo) inbox.markNoticesRead(newest);
  }, [isVisible, newest, readUpTo]);

  return (
    <>
      <PaneHead>
        <h2 className="display text-20">Notifications</h2>
      </PaneHead>
      <div className="min-h-0 grow overflow-y-auto px-4 md:px-8">
        {notices.length === 0 ? (
          <EmptyState title="No notifications yet">
            New followers, mentions, bookings and performers going live appear here.
          </EmptyState>
        ) : (
          <ul className="max-w-2xl border-b border-tick">
            {notices.map((notice) => (
              <li key={notice.seq} className="border-t border-tick first:border-t-0">
                <NoticeLine notice={notice} isNew={notice.seq > (readBefore ?? readUpTo)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function NoticeLine({ notice: { message, at, url }, isNew }: { notice: Notice; isNew: boolean }) {
  const inLocalTime = useLocalTimes();
  const line = (
    <>
      <i aria-hidden="true" className={clsx("mt-2 size-2 shrink-0 rounded-full", isNew && "bg-amber")} />
      <span className="min-w-0">
        <span className="block text-16 group-hover:underline" dir="auto">
          {isNew && <span className="sr-only">New: </span>}
          {inLocalTime(message)}
        </span>
        <span className="block text-14 text-ink-3">
          <TimeSince at={at} />
        </span>
      </span>
    </>
  );
  const look = "group flex min-h-14 gap-3 py-3";
  return url ? (
    <Link to={url} className={look}>
      {line}
    </Link>
  ) : (
    <p className={clsx(look, "[&_span]:no-underline")}>{line}</p>
  );
}
