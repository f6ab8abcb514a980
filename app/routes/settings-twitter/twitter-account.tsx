import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { linkTwitterCall, storeTwitterCall, unlinkCall } from "#app/domains/people/integrations/calls.ts";
import type { LinkedAccountView } from "#app/domains/people/integrations/contract.ts";
import { AccountSection } from "#app/domains/people/integrations/ui/account-section.tsx";
import { useLinkPopup } from "#app/domains/people/integrations/ui/use-link-popup.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";

export function TwitterAccount({ account }: { account: LinkedAccountView | null }) {
  const { revalidate } = useRevalidator();
  const { link, isBusy } = useLinkPopup({
    path: linkTwitterCall.path,
    store: async (query) => {
      const [token, secret] = [query.get("token") ?? "", query.get("secret") ?? ""];
      await callApi(storeTwitterCall, { token, secret });
      showToast("confirm", "Twitter account successfully linked");
      await revalidate();
    },
  });
  const unlink = async () => {
    await callApi(unlinkCall, { social: "twitter" });
    await revalidate();
  };
  return (
    <AccountSection
      service="Twitter"
      account={account}
      link={
        <Button tone="solid" isBusy={isBusy} onClick={() => link()}>
          {account === null ? "Link" : "Link Again"}
        </Button>
      }
      onUnlink={unlink}
    >
      When you go live, Cue posts a tweet for you, once you have switched that on below.
    </AccountSection>
  );
}
