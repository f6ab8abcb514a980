import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import type { PostTargetView } from "#app/domains/outside/posts/contract.ts";
import { PostSettings } from "#app/domains/outside/posts/ui/post-settings.tsx";
import { blueskyLimit } from "#app/domains/people/integrations/bluesky/post-text.ts";
import { unlinkCall } from "#app/domains/people/integrations/calls.ts";
import { AccountSection } from "#app/domains/people/integrations/ui/account-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { BlueskyForm } from "./bluesky-form.tsx";

export function BlueskyPage({ target }: { target: PostTargetView | null }) {
  const { revalidate } = useRevalidator();
  const unlink = async () => {
    await callApi(unlinkCall, { social: "bluesky" });
    await revalidate();
  };
  return (
    <SettingsPage title="Bluesky" back={{ to: "/settings/social", name: "Social" }}>
      <AccountSection
        service="Bluesky"
        account={target}
        link={<BlueskyForm isAgain={target !== null} />}
        onUnlink={unlink}
      >
        When you go live, Cue posts from your Bluesky account, with a card that links to your broadcast.
      </AccountSection>
      {target !== null && (
        <PostSettings
          target={target}
          limit={blueskyLimit}
          linkNote="Shown below the post as a card, with your picture."
        />
      )}
    </SettingsPage>
  );
}
