import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import { NavLink } from "react-router";
import { opensInNewTab } from "#app/ui/new-tab.ts";
import { TickRule } from "#app/ui/ticks.tsx";
import { entriesFor, papers } from "./entries.ts";

const row = "flex min-h-11 items-center gap-3 border-l-2 px-4 text-16 transition-colors -outline-offset-2";
const idle = "border-transparent text-ink-2 hover:bg-control hover:text-ink";

/** The settings menu, on wide screens. */
export function SettingsMenu({
  isPerformer,
  hasWebhooks,
  version,
}: {
  isPerformer: boolean;
  hasWebhooks: boolean;
  version: string;
}) {
  return (
    <nav
      aria-label="Settings"
      className="sticky top-(--head) hidden h-[calc(100dvh-var(--head)-var(--bar))] w-60 shrink-0 flex-col overflow-y-auto border-r border-tick pt-6 pb-4 lg:flex"
    >
      {entriesFor(isPerformer, hasWebhooks).map((group) => (
        <div key={group.name} className="mb-4">
          <p aria-hidden="true" className="label mb-1 px-4 text-ink-3">
            {group.name}
          </p>
          <ul aria-label={group.name}>
            {group.entries.map(({ to, name }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className={({ isActive }) => clsx(row, isActive ? "border-ink text-ink" : idle)}
                >
                  {name}
                </NavLink>
              </li>
            ))}
            {group.name === "Cue" &&
              papers.map(({ href, name }) => (
                <li key={href}>
                  <a href={href} target="_blank" rel="noreferrer" className={clsx(row, idle)}>
                    {name}
                    <ExternalLink aria-hidden="true" className="size-4 text-ink-3" />
                    <span className="sr-only">{opensInNewTab}</span>
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto px-4">
        <TickRule className="mb-3 opacity-60" />
        <Version version={version} />
      </div>
    </nav>
  );
}

export function Version({ version }: { version: string }) {
  return <p className="tabular text-12 text-ink-3">Cue Music, version {version}</p>;
}
