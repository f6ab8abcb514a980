import type { ToggleSettings } from "#app/domains/accounts/contract/settings.ts";
import type { ConnectedAccountsView } from "#app/domains/integrations/contract.ts";
import { tweetWhenLive } from "#app/domains/posts/ui/words.ts";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { useToggles } from "../settings/use-toggles.ts";

const mustLink = "You must link your Twitter account to automate tweets.";
/** 280 characters of a tweet minus the 23 that a link to the stream counts for. */
const longestTweet = 257;
const defaultTweet = "I am LIVE NOW on Cue Music!";

export function TwitterPage({ saved, accounts }: { saved: ToggleSettings; accounts: ConnectedAccountsView }) {
  const { toggles, save } = useToggles(saved);
  return (
    <SettingsPage title="Twitter" back={{ to: "/settings/social", name: "Social" }}>
      <Section title="Going Live" intro="Used once your account is linked.">
        <Toggle
          label={tweetWhenLive}
          description="One tweet per broadcast."
          isOn={toggles.twitterLive}
          onChange={save("twitterLive")}
          unavailable={accounts.twitter ? undefined : mustLink}
        />
        <TextArea
          label="Tweet"
          value={defaultTweet}
          limit={longestTweet}
          rows={3}
          disabled
          hint="The link is added at the end"
          className="mt-3"
        />
      </Section>
    </SettingsPage>
  );
}
