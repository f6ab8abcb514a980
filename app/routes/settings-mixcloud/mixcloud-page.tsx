import type { UploadsView } from "#app/domains/outside/uploads/contract.ts";
import { UploadList } from "#app/domains/outside/uploads/ui/upload-list.tsx";
import type { ToggleSettings } from "#app/domains/people/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/people/integrations/contract.ts";
import { linkHostingFirst } from "#app/domains/people/integrations/link-texts.ts";
import { Section } from "#app/ui/section.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";
import { MixcloudAccount } from "./mixcloud-account.tsx";
import { UploadSettings } from "./upload-settings.tsx";

export function MixcloudPage({
  saved,
  accounts,
  uploads,
}: {
  saved: ToggleSettings;
  accounts: ConnectedAccountsView;
  uploads: UploadsView;
}) {
  return (
    <SettingsPage title="Mixcloud" back={{ to: "/settings/social", name: "Social" }}>
      <MixcloudAccount account={uploads.account} />
      <Section title="Uploads" intro={accounts.mixcloud ? undefined : "Used once an account is linked."}>
        {/* Unlinking switches it off on the server. */}
        <DefaultToggle key={String(accounts.mixcloud)} saved={saved} isLinked={accounts.mixcloud} />
        <UploadSettings accounts={accounts} />
      </Section>
      <Section title="Your uploads">
        <UploadList loaded={uploads} />
      </Section>
    </SettingsPage>
  );
}

function DefaultToggle({ saved, isLinked }: { saved: ToggleSettings; isLinked: boolean }) {
  const { toggles, save } = useToggles(saved);
  return (
    <Toggle
      label="Upload my sets by default"
      description="You can change this for each set you book."
      isOn={toggles.mixcloudPersonal}
      onChange={save("mixcloudPersonal")}
      unavailable={isLinked ? undefined : linkHostingFirst}
    />
  );
}
