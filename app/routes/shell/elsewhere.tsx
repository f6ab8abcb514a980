import { Disc3, type LucideIcon, MessagesSquare, Rss, UsersRound } from "lucide-react";
import { useRouteLoaderData } from "react-router";
import type { SiteLinks } from "#app/context.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { opensInNewTab } from "#app/ui/new-tab.ts";
import type { loader } from "./route.tsx";

const places: { key: keyof SiteLinks; name: string; icon: LucideIcon }[] = [
  { key: "forum", name: "Forum", icon: MessagesSquare },
  { key: "community", name: "Chat community", icon: UsersRound },
  { key: "feed", name: "Social feed", icon: Rss },
  { key: "mixes", name: "Mixes", icon: Disc3 },
];

/** Other places of this instance's community: one icon for each configured one. */
export function Elsewhere({ className }: { className?: string }) {
  const links = useRouteLoaderData<typeof loader>("routes/shell/route")?.links;
  const named = places.flatMap(({ key, ...place }) => {
    const href = links?.[key];
    return href ? [{ ...place, href }] : [];
  });
  if (named.length === 0) return null;
  return (
    <ul className={className}>
      {named.map(({ name, icon: Icon, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            title={name}
            className={buttonClass("bare", "size-11 px-0!")}
          >
            <Icon aria-hidden="true" className="size-5" />
            <span className="sr-only">
              {name} {opensInNewTab}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
