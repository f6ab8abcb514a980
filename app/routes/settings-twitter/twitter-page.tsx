import type { PostTargetView } from "#app/domains/outside/posts/contract.ts";
import { defaultText } from "#app/domains/outside/posts/default-texts.ts";
import { PostSettings } from "#app/domains/outside/posts/ui/post-settings.tsx";
import { wordsFor } from "#app/domains/outside/posts/ui/texts.ts";
import { linkTwitterFirst } from "#app/domains/people/integrations/link-texts.ts";
import { twitterLimit } from "#app/domains/people/integrations/twitter/weights.ts";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { TwitterAccount } from "./twitter-account.tsx";

export function TwitterPage({ target }: { target: PostTargetView | null }) {
  return (
    <SettingsPage title="Twitter" back={{ to: "/settings/social", name: "Social" }}>
      <TwitterAccount account={target} />
      {target === null ? <NothingLinked /> : <PostSettings target={target} limit={twitterLimit} />}
    </SettingsPage>
  );
}

/** Shows the future settings, with the reason why they cannot be used yet. */
function NothingLinked() {
  const words = wordsFor({ party: "twitter", owner: { kind: "user" } });
  return (
    <Section title="Going Live" intro="Used once your account is linked.">
      <Toggle
        label={words.onLive}
        description="One tweet per broadcast."
        isOn={false}
        onChange={() => undefined}
        unavailable={linkTwitterFirst}
      />
      <TextArea
        label={words.liveText}
        value={defaultText({ party: "twitter", owner: "user" }, "live")}
        limit={twitterLimit.max - twitterLimit.linkCount}
        rows={3}
        disabled
        hint="The link is added at the end"
        className="mt-3"
      />
    </Section>
  );
}
