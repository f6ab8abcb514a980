import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { linkHostingFirst } from "#app/domains/integrations/link-words.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { TagField } from "#app/ui/tag-field.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";
import { LinkSection } from "../settings-social/link-section.tsx";

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
        Your stage sets are uploaded to your Mixcloud account with their tracklist. Broadcasts on your own
        profile are not.
      </LinkSection>
      <Section title="Uploads" intro="Used once an account is linked.">
        <Toggle
          label="Upload my sets by default"
          description="You can change this for each set you book."
          isOn={toggles.mixcloudPersonal}
          onChange={save("mixcloudPersonal")}
          unavailable={accounts.mixcloud ? undefined : linkHostingFirst}
        />
        <TagField
          label="Upload tags"
          tags={accounts.mixcloudTags}
          onChange={() => {}}
          max={5}
          maxLength={40}
          isDisabled
          hint="Up to five, to help people find your uploads"
          className="mt-3"
        />
        <h3 className="mt-2 mb-1 text-14 font-semibold text-ink-2">Upload Photo</h3>
        <Picture src={accounts.mixcloudPhoto} name="Mixcloud" className="w-32" />
        <p className="mt-1 text-14 text-ink-3">Shown with each upload</p>
      </Section>
    </SettingsPage>
  );
}
