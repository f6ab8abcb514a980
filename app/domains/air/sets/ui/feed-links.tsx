import { CalendarDays, Rss } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";

/** Links to the schedule and history of a stage or a performer, for calendar software and feed readers. */
export function FeedLinks({
  origin,
  of: { kind, id },
}: {
  /** The instance's own origin. */
  origin: string;
  of: { kind: "stage" | "performer"; id: string };
}) {
  return (
    <>
      <FeedLink
        name="Calendar"
        url={`${origin}/calendar/${kind}/${id}.ics`}
        icon={<CalendarDays aria-hidden="true" className="size-4 shrink-0" />}
      >
        Every booked set, for calendar apps
      </FeedLink>
      <FeedLink
        name="Podcast Feed (RSS)"
        url={`${origin}/feed/${kind}/${id}.xml`}
        icon={<Rss aria-hidden="true" className="size-4 shrink-0" />}
      >
        What was played, for podcast apps and feed readers
      </FeedLink>
    </>
  );
}

function FeedLink({
  name,
  url,
  icon,
  children,
}: {
  name: string;
  url: string;
  icon: ReactNode;
  children: string;
}) {
  return (
    <div className="border-b border-tick/60 pt-2 pb-3">
      <p className="mb-2">
        {/* For other software: never a page of this site. */}
        <a href={url} className="flex min-h-6 items-center gap-2 text-16 hover:underline">
          {icon}
          {name}
        </a>
        <span className="block text-14 text-ink-3">{children}</span>
      </p>
      <CopyButton text={url}>{`Copy ${name} Address`}</CopyButton>
    </div>
  );
}
