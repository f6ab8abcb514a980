import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { unlinkCall } from "#app/domains/integrations/calls.ts";
import type { LinkedAccountView } from "#app/domains/integrations/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useLink } from "./use-link.ts";

/** The linked account, which can be unlinked, or the way to link one. */
export function AccountSection({
  account,
  children,
}: {
  account: LinkedAccountView | null;
  children: ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const { link, isBusy } = useLink(revalidate);
  return (
    <Section title="Account">
      <State account={account} />
      <p className="mt-1 max-w-[60ch] text-14 text-ink-3">{children}</p>
      <div className="mt-4 flex flex-wrap gap-x-4 gap-y-2">
        {(account === null || account.isRefused) && (
          <Button tone="solid" isBusy={isBusy} onClick={link}>
            {account === null ? "Link" : "Link again"}
          </Button>
        )}
        {account !== null && <Unlink onUnlinked={revalidate} />}
      </div>
    </Section>
  );
}

function State({ account }: { account: LinkedAccountView | null }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-16">
      <Lamp tone={account === null ? "off" : account.isRefused ? "red" : "green"} />
      {account === null ? (
        "Not linked"
      ) : (
        <>
          Linked as <bdi className="font-semibold">{account.name}</bdi>
        </>
      )}
      {account?.isRefused && (
        <span className="w-full text-14 text-ink-2">
          Mixcloud no longer accepts our access. Link your account again.
        </span>
      )}
    </p>
  );
}

function Unlink({ onUnlinked }: { onUnlinked: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await callApi(unlinkCall, { social: "mixcloud" });
      showToast("confirm", "Social account unlinked");
      await onUnlinked();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button isBusy={isBusy} onClick={() => void press()}>
      Unlink
    </Button>
  );
}
