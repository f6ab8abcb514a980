import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { TagField } from "#app/ui/tag-field.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { Section, SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";
import { LinkSection } from "../settings-social/link-section.tsx";

const mustLink = "You must link your music-hosting account to enable uploads.";

export function MixcloudPage({
  saved,
  accounts,
}: {
  saved: ToggleSettings;
  accounts: ConnectedAccountsView;
}) {
  const { toggles, save } = useToggles(saved);
  return (
    <SettingsPage title="Mixcloud" back={{ to: "/settings/social", name: "Social" }}>
      <LinkSection service="Mixcloud">
        Sets that you played on a stage are uploaded to your Mixcloud account, with their tracklist. What you
        broadcast on your own profile is not.
      </LinkSection>
      <Section title="Uploads" intro="Used once an account is linked.">
        <Toggle
          label="Upload my sets by default"
          description="Each set that you book starts with this choice; you can change it for every one."
          isOn={toggles.mixcloudPersonal}
          onChange={save("mixcloudPersonal")}
          unavailable={accounts.mixcloud ? undefined : mustLink}
        />
        <TagField
          label="Upload tags"
          tags={accounts.mixcloudTags}
          onChange={() => {}}
          max={5}
          maxLength={40}
          isDisabled
          hint="At most five: uploads are found by them"
          className="mt-3"
        />
      </Section>
    </SettingsPage>
  );
}
