import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import type { PostTargetView } from "#app/domains/outside/posts/contract.ts";
import { PostSettings } from "#app/domains/outside/posts/ui/post-settings.tsx";
import { unlinkCall } from "#app/domains/people/integrations/calls.ts";
import { defaultLimits, mastodonLimit } from "#app/domains/people/integrations/mastodon/post-limit.ts";
import { AccountSection } from "#app/domains/people/integrations/ui/account-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { MastodonForm } from "./mastodon-form.tsx";

const limit = mastodonLimit(defaultLimits);

export function MastodonPage({ target }: { target: PostTargetView | null }) {
  const { revalidate } = useRevalidator();
  const unlink = async () => {
    await callApi(unlinkCall, { social: "mastodon" });
    await revalidate();
  };
  return (
    <SettingsPage title="Mastodon" back={{ to: "/settings/social", name: "Social" }}>
      <AccountSection
        service="Mastodon"
        account={target}
        link={<MastodonForm host={target?.host ?? ""} isAgain={target !== null} />}
        onUnlink={unlink}
      >
        When you go live, Cue posts from your account, on any Mastodon server.
      </AccountSection>
      {target !== null && <PostSettings target={target} limit={limit} />}
    </SettingsPage>
  );
}
