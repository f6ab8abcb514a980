import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { linkMixcloudCall, storeMixcloudCall, unlinkCall } from "#app/domains/people/integrations/calls.ts";
import type { LinkedAccountView } from "#app/domains/people/integrations/contract.ts";
import { AccountSection } from "#app/domains/people/integrations/ui/account-section.tsx";
import { useLinkPopup } from "#app/domains/people/integrations/ui/use-link-popup.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";

export function MixcloudAccount({ account }: { account: LinkedAccountView | null }) {
  const { revalidate } = useRevalidator();
  const { link, isBusy } = useLinkPopup({
    path: linkMixcloudCall.path,
    store: async (query) => {
      await callApi(storeMixcloudCall, { code: query.get("code") ?? "" });
      showToast("confirm", "Music-hosting account successfully linked");
      await revalidate();
    },
  });
  const unlink = async () => {
    await callApi(unlinkCall, { social: "mixcloud" });
    await revalidate();
  };
  return (
    <AccountSection
      service="Mixcloud"
      account={account}
      link={
        <Button tone="solid" isBusy={isBusy} onClick={() => link()}>
          {account === null ? "Link" : "Link Again"}
        </Button>
      }
      onUnlink={unlink}
    >
      Your stage sets are uploaded to your Mixcloud account with their tracklist. Broadcasts on your own
      profile are not.
    </AccountSection>
  );
}
