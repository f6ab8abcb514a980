import clsx from "clsx";
import {
  Ban,
  Bell,
  BellRing,
  ChevronRight,
  Coins,
  Disc3,
  Download,
  ExternalLink,
  FileDown,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Settings,
  Share2,
  ShieldCheck,
  UserRound,
  Webhook,
} from "lucide-react";
import { Link } from "react-router";
import { useInstall } from "#app/installed/install-prompt.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { entriesFor, papers, type SettingsEntry } from "../settings/entries.ts";
import { Version } from "../settings/settings-menu.tsx";
import type { Reading } from "./readings.ts";

/** Icons by the page's address. Here and not with the entries, whose menu loads on every settings page. */
const icons: Record<string, LucideIcon> = {
  "/settings/profile": UserRound,
  "/settings/dj": Disc3,
  "/tokens": Coins,
  "/settings/social": Share2,
  "/settings/notification": Bell,
  "/settings/subscriptions": BellRing,
  "/settings/webhooks": Webhook,
  "/settings/security": ShieldCheck,
  "/settings/password": KeyRound,
  "/settings/blocked": Ban,
  "/settings/data": FileDown,
  "/settings/feedback": MessageSquareText,
};

const row = "flex min-h-16 items-center gap-4 px-2 py-2 transition-colors -outline-offset-2 hover:bg-control";

/** The first settings page: the user, and the state of each part. On a phone it is the menu. */
export function OverviewPage({
  username,
  title,
  photo,
  isPerformer,
  hasWebhooks,
  version,
  readings,
}: {
  username: string;
  title: string | null;
  photo: string | null;
  isPerformer: boolean;
  hasWebhooks: boolean;
  version: string;
  readings: Record<string, Reading>;
}) {
  return (
    <main id="main" className="min-w-0 grow px-4 pt-6 pb-12 sm:px-8 lg:pt-8">
      <div className="mx-auto max-w-2xl lg:mx-0">
        <h1 className="display text-28 sm:text-44">Settings</h1>
        <div className="mt-5 flex items-center gap-4">
          <Picture src={photo} name={username} isEager className="size-16" />
          <div className="min-w-0">
            <p className="display text-20 sm:text-28">
              <bdi>{username}</bdi>
            </p>
            <p className="text-14 text-ink-3">{title ?? (isPerformer ? "Performer" : "Listener")}</p>
          </div>
        </div>
        {entriesFor(isPerformer, hasWebhooks).map((group) => (
          <section key={group.name} aria-label={group.name} className="mt-8">
            <TickRule className="opacity-60" />
            <h2 className="label mt-3 mb-1 px-2 text-ink-3">{group.name}</h2>
            <ul className="divide-y divide-tick/50">
              {group.entries.map((entry) => (
                <Entry key={entry.to} entry={entry} reading={readings[entry.to]} />
              ))}
              {group.name === "Cue" && <Install />}
              {group.name === "Cue" && papers.map((paper) => <Paper key={paper.href} {...paper} />)}
            </ul>
          </section>
        ))}
        <TickRule className="mt-8 mb-3 opacity-60" />
        <div className="px-2">
          <Version version={version} />
        </div>
      </div>
    </main>
  );
}

function Entry({ entry, reading }: { entry: SettingsEntry; reading?: Reading }) {
  const { to, name, about } = entry;
  const Icon = icons[to] ?? Settings;
  return (
    <li>
      <Link to={to} className={row}>
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <span className="min-w-0 grow">
          <span className="block text-16">{name}</span>
          {/* A narrow screen has space for one of the two. */}
          <span className={clsx("block text-14 text-ink-3", reading && "max-sm:hidden")}>{about}</span>
        </span>
        {reading && (
          <span className="tabular flex items-center gap-2 text-right text-14 text-ink-2">
            {reading.tone && <Lamp tone={reading.tone} />}
            {reading.text}
          </span>
        )}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      </Link>
    </li>
  );
}

/** Shown where the browser can install Cue and has not done so yet. */
function Install() {
  const install = useInstall();
  if (install === null) return null;
  return (
    <li>
      <button type="button" onClick={install} className={clsx(row, "w-full text-left")}>
        <Download aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <span className="min-w-0 grow">
          <span className="block text-16">Install App</span>
          <span className="block text-14 text-ink-3">Open Cue in its own window, with its own icon</span>
        </span>
      </button>
    </li>
  );
}

function Paper({ href, name }: { href: string; name: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={row}>
        <ExternalLink aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <span className="grow text-16">{name}</span>
        <span className="text-14 text-ink-3">Opens in a new tab</span>
      </a>
    </li>
  );
}
