import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { Picture } from "#app/ui/picture.tsx";
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
        <h3 className="mt-2 mb-1 text-14 font-semibold text-ink-2">Upload photo</h3>
        <Picture src={accounts.mixcloudPhoto} name="Mixcloud" className="w-32" />
        <p className="mt-1 text-14 text-ink-3">Stands beside each upload</p>
      </Section>
    </SettingsPage>
  );
}
