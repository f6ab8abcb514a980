import { CalendarDays, Rss } from "lucide-react";
import type { ReactNode } from "react";
import { ManageSection } from "#app/domains/stages/ui/manage/manage-section.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { useOrigin } from "../shell/viewer.ts";

/** The stage's schedule and history, for programs that follow them. */
export function FeedLinks({ stageId }: { stageId: string }) {
  const origin = useOrigin();
  return (
    <ManageSection title="Feeds" intro="Public, and always up to date.">
      <FeedLink
        name="Calendar"
        url={`${origin}/calendar/stage/${stageId}.ics`}
        icon={<CalendarDays aria-hidden="true" className="size-4 shrink-0" />}
      >
        Every booked set, for calendar programs
      </FeedLink>
      <FeedLink
        name="RSS"
        url={`${origin}/feed/stage/${stageId}.xml`}
        icon={<Rss aria-hidden="true" className="size-4 shrink-0" />}
      >
        What was played, for feed readers
      </FeedLink>
    </ManageSection>
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
        {/* Another program's business: never a page of this one. */}
        <a href={url} className="flex min-h-6 items-center gap-2 text-16 hover:underline">
          {icon}
          {name}
        </a>
        <span className="block text-14 text-ink-3">{children}</span>
      </p>
      <CopyButton text={url}>{`Copy ${name} address`}</CopyButton>
    </div>
  );
}
