import { Disc3, type LucideIcon, MessagesSquare, Rss, UsersRound } from "lucide-react";
import type { SiteLinks } from "#app/context.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { opensInNewTab } from "#app/ui/new-tab.ts";

const places: { key: keyof SiteLinks; name: string; icon: LucideIcon }[] = [
  { key: "forum", name: "Forum", icon: MessagesSquare },
  { key: "community", name: "Chat community", icon: UsersRound },
  { key: "feed", name: "Social feed", icon: Rss },
  { key: "mixes", name: "Mixes", icon: Disc3 },
];

/** One icon for each configured place. The default export of its own chunk. */
export default function ElsewhereLinks({ links, className }: { links: SiteLinks; className?: string }) {
  return (
    <ul className={className}>
      {places.map(({ key, name, icon: Icon }) => {
        const href = links[key];
        if (!href) return null;
        return (
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
        );
      })}
    </ul>
  );
}
