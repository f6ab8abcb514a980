import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ConnectedAccountsView, LinkedView } from "#app/domains/people/integrations/contract.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { groups, type Service } from "./party-groups.ts";

/** The services that are on here, with what is linked. */
export function SocialPage({
  accounts,
  hasWebhooks,
}: {
  accounts: ConnectedAccountsView;
  /** The viewer may have webhooks, and this instance calls them. */
  hasWebhooks: boolean;
}) {
  const shown = groups
    .map((group) => ({
      ...group,
      services: group.services.filter(({ party }) => accounts.isConfigured[party]),
    }))
    .filter(({ services }) => services.length > 0);
  return (
    <SettingsPage title="Social Settings" intro="Link your other accounts to Cue.">
      <div className="mt-6">
        {shown.map(({ title, intro, services }) => (
          <Section key={title} title={title} intro={intro}>
            <ul className="border-t border-tick">
              {services.map((service) => (
                <li key={service.party} className="border-b border-tick">
                  <ServiceRow
                    service={service}
                    linked={accounts.linked.find(({ party }) => party === service.party)}
                  />
                </li>
              ))}
            </ul>
          </Section>
        ))}
        {hasWebhooks && (
          <Section title="Your Software">
            <ul className="border-y border-tick">
              <li>
                <RowLink to="/settings/webhooks">
                  <Names name="Webhooks" about="Calls your software when something happens on Cue" />
                </RowLink>
              </li>
            </ul>
          </Section>
        )}
      </div>
    </SettingsPage>
  );
}

function ServiceRow({ service, linked }: { service: Service; linked: LinkedView | undefined }) {
  const names = <Names name={partyNames[service.party]} about={service.about} />;
  if (service.isLinkedElsewhere) return <div className={row}>{names}</div>;
  return (
    <RowLink to={`/settings/social/${service.party}`}>
      {names}
      <LinkedState service={service} linked={linked} />
    </RowLink>
  );
}

const row = "flex min-h-16 items-center gap-4 px-3 py-2";

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`${row} transition-colors -outline-offset-2 hover:bg-control`}>
      {children}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
    </Link>
  );
}

function Names({ name, about }: { name: string; about: string }) {
  return (
    <span className="min-w-0 grow">
      <span className="block text-16">{name}</span>
      <span className="block text-14 text-ink-3">{about}</span>
    </span>
  );
}

function LinkedState({ service, linked }: { service: Service; linked: LinkedView | undefined }) {
  const tone = linked === undefined ? "off" : linked.isRefused ? "red" : "green";
  return (
    <span className="flex max-w-[45%] min-w-0 items-center justify-end gap-2 text-14 text-ink-2">
      <Lamp tone={tone} />
      <span className="min-w-0 truncate">
        {linked === undefined ? "Not linked" : wordsOf(service, linked)}
      </span>
    </span>
  );
}

function wordsOf({ channels }: Service, { names, isRefused }: LinkedView): string {
  if (isRefused) return "Link again";
  return channels ? countOf(names.length, "channel", "channels") : "Linked";
}
