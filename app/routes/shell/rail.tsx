import clsx from "clsx";
import {
  ChartColumn,
  Heart,
  LogOut,
  type LucideIcon,
  Music,
  RadioTower,
  Search,
  Settings,
  ShieldAlert,
  SlidersHorizontal,
  User,
} from "lucide-react";
import { useSyncExternalStore } from "react";
import { NavLink } from "react-router";
import { waitingRequests } from "#app/domains/air/sets/ui/waiting-requests.ts";
import { profilePath } from "#app/paths.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { wordFor } from "#app/ui/number.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { SidePanel } from "#app/ui/side-panel.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { LaterThemeSwitch } from "./later-theme-switch.tsx";
import { logOut } from "./log-out.ts";
import { ShortcutsButton } from "./shortcuts-button.tsx";
import type { ClientViewer } from "./viewer.ts";

/** The performer's entry is named after their type; until the stream test is passed it is an invitation. */
function performerEntry(viewer: ClientViewer): string {
  if (!viewer.hasPassedTest) return "Broadcast";
  return viewer.performerType === "musician" ? "Musicians" : "DJs";
}

const row =
  "flex min-h-11 w-full items-center gap-3 border-l-2 px-4 text-left text-16 transition-colors -outline-offset-2";

function Entry({
  to,
  icon: Icon,
  waiting = 0,
  children,
}: {
  to: string;
  icon: LucideIcon;
  /** Number of booking requests that wait there for an answer. */
  waiting?: number;
  children: string;
}) {
  const { rail } = usePanels();
  return (
    <li>
      <NavLink
        to={to}
        // Back leads to the page, not to the menu over it.
        replace={rail.isSheet}
        end={to === "/"}
        className={({ isActive }) =>
          clsx(
            row,
            isActive
              ? "border-ink text-ink"
              : "border-transparent text-ink-2 hover:bg-control hover:text-ink",
          )
        }
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {children}
        {waiting > 0 && (
          <Badge tone="amber" className="ml-auto">
            {waiting}
            <span className="sr-only">
              {" "}
              {wordFor(waiting, "request waits", "requests wait")} for an answer
            </span>
          </Badge>
        )}
      </NavLink>
    </li>
  );
}

export function Rail({ viewer, onHelp }: { viewer: ClientViewer; onHelp: () => void }) {
  const { rail } = usePanels();
  const { get, subscribe } = waitingRequests;
  const waiting = useSyncExternalStore(subscribe, get, get);
  return (
    <SidePanel
      label="Menu"
      isSheet={rail.isSheet}
      onClose={rail.close}
      className={clsx(
        "fixed top-(--sheet-top) bottom-(--bar) left-0 z-20 w-72 overflow-y-auto",
        "lg:sticky lg:top-(--head) lg:h-[calc(100dvh-var(--head)-var(--bar))] lg:w-52 lg:shrink-0 lg:border-r lg:border-tick print:hidden",
        rail.isOpen === null ? "max-lg:hidden" : rail.isOpen ? "" : "hidden",
      )}
    >
      <nav aria-label="Pages" className="grow py-2">
        <ul>
          <Entry to="/" icon={Music}>
            Music
          </Entry>
          <Entry to="/favorites" icon={Heart}>
            Favorites
          </Entry>
          <Entry to="/search" icon={Search}>
            Search
          </Entry>
          {viewer.isManager && (
            <Entry to="/management" icon={SlidersHorizontal} waiting={waiting.managers}>
              Management
            </Entry>
          )}
          <Entry to="/djs" icon={RadioTower} waiting={waiting.djs}>
            {performerEntry(viewer)}
          </Entry>
          <Entry to="/stats" icon={ChartColumn}>
            Stats
          </Entry>
          <Entry to={profilePath(viewer.id)} icon={User}>
            Profile
          </Entry>
          <Entry to="/settings" icon={Settings}>
            Settings
          </Entry>
          {viewer.isOperator && (
            <Entry to="/operators" icon={ShieldAlert}>
              Operators
            </Entry>
          )}
          <li>
            <button
              type="button"
              onClick={() => void logOut()}
              className={clsx(row, "border-transparent text-ink-2 hover:bg-control hover:text-ink")}
            >
              <LogOut aria-hidden="true" className="size-5 shrink-0" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <div className="px-4 pb-4">
        <Elsewhere className="-mx-3 mb-2 flex sm:hidden" />
        <TickRule className="mb-3 opacity-60" />
        <div className="flex items-end justify-between">
          <LaterThemeSwitch />
          <ShortcutsButton onClick={onHelp} />
        </div>
      </div>
    </SidePanel>
  );
}
