import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { getConnectedAccounts } from "#app/domains/integrations/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { forPage } from "../for-page.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { accounts: await forPage(request, getConnectedAccounts(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Social Settings · Cue" }];
}

const services = [
  { key: "mixcloud", name: "Mixcloud", about: "Uploads your sets after you play them" },
  { key: "twitter", name: "Twitter", about: "Tweets when you go live" },
] as const;

export default function SocialSettings({ loaderData }: Route.ComponentProps) {
  const { accounts } = loaderData;
  return (
    <SettingsPage title="Social Settings" intro="Link your other accounts to Cue.">
      <ul className="mt-6 border-t border-tick">
        {services.map(({ key, name, about }) => (
          <li key={key} className="border-b border-tick">
            <Link
              to={`/settings/social/${key}`}
              className="flex min-h-16 items-center gap-4 px-3 py-2 transition-colors -outline-offset-2 hover:bg-control"
            >
              <span className="min-w-0 grow">
                <span className="block text-16">{name}</span>
                <span className="block text-14 text-ink-3">{about}</span>
              </span>
              <LinkedState service={key} accounts={accounts} />
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </SettingsPage>
  );
}

function LinkedState({
  service,
  accounts,
}: {
  service: "mixcloud" | "twitter";
  accounts: ConnectedAccountsView;
}) {
  const state = accounts[service]
    ? "Linked"
    : accounts.isConfigured[service]
      ? "Not linked"
      : "Not set up here";
  return (
    <span className="flex shrink-0 items-center gap-2 text-14 text-ink-2">
      <Lamp tone={accounts[service] ? "green" : "off"} />
      {state}
    </span>
  );
}
