import clsx from "clsx";
import { CalendarPlus } from "lucide-react";
import { buttonClass } from "#app/ui/button.tsx";

/** A set as a calendar file; small, with an accessible name beside the icon. */
export function CalendarLink({
  set,
  isSmall = false,
}: {
  set: { id: string; name: string };
  isSmall?: boolean;
}) {
  const words = isSmall ? `Add “${set.name}” to Calendar` : "Add to Calendar";
  return (
    // For other software: never a page of this site.
    <a
      href={`/calendar/set/${set.id}.ics`}
      aria-label={isSmall ? words : undefined}
      title={isSmall ? words : undefined}
      className={buttonClass(isSmall ? "bare" : "quiet", clsx(isSmall && "size-11 shrink-0 px-0!"))}
    >
      <CalendarPlus aria-hidden="true" className={isSmall ? "size-5" : "size-4"} />
      {!isSmall && words}
    </a>
  );
}
