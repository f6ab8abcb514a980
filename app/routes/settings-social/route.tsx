import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { partyNames } from "#app/domains/integrations/elsewhere.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import { listListenAccounts } from "#app/domains/scrobbles/own.server.ts";
import { appContext } from "#app/router-context.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { forPage } from "../for-page.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [accounts, listens] = await forPage(
    request,
    Promise.all([getConnectedAccounts(ctx), listListenAccounts(ctx)]),
  );
  return { accounts, listens };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Social Settings · Cue" }];
}

const services = [
  { key: "mixcloud", name: "Mixcloud", about: "Uploads your sets after you play them" },
  { key: "twitter", name: "Twitter", about: "Tweets when you go live" },
] as const;

export default function SocialSettings({ loaderData }: Route.ComponentProps) {
  const { accounts, listens } = loaderData;
  return (
    <SettingsPage title="Social Settings" intro="Link your other accounts to Cue.">
      <ul className="mt-6 border-t border-tick">
        {services
          .filter(({ key }) => accounts.isConfigured[key])
          .map(({ key, name, about }) => (
            <ServiceLine key={key} path={key} name={name} about={about}>
              <LinkedState isLinked={accounts[key]} />
            </ServiceLine>
          ))}
        {listens.map(({ party, account }) => (
          <ServiceLine
            key={party}
            path={party}
            name={partyNames[party]}
            about="Keeps the tracks that you hear here"
          >
            <LinkedState isLinked={account !== null} />
          </ServiceLine>
        ))}
      </ul>
    </SettingsPage>
  );
}

function ServiceLine({
  path,
  name,
  about,
  children,
}: {
  path: string;
  name: string;
  about: string;
  children: ReactNode;
}) {
  return (
    <li className="border-b border-tick">
      <Link
        to={`/settings/social/${path}`}
        className="flex min-h-16 items-center gap-4 px-3 py-2 transition-colors -outline-offset-2 hover:bg-control"
      >
        <span className="min-w-0 grow">
          <span className="block text-16">{name}</span>
          <span className="block text-14 text-ink-3">{about}</span>
        </span>
        {children}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      </Link>
    </li>
  );
}

function LinkedState({ isLinked }: { isLinked: boolean }) {
  return (
    <span className="flex shrink-0 items-center gap-2 text-14 text-ink-2">
      <Lamp tone={isLinked ? "green" : "off"} />
      {isLinked ? "Linked" : "Not linked"}
    </span>
  );
}
