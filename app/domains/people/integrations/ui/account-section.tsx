import { type ReactNode, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { LinkedAccountView } from "../contract.ts";

/** The linked account, which can be unlinked, or the way to link one. */
export function AccountSection({
  service,
  account,
  link,
  onUnlink,
  children,
}: {
  service: string;
  account: LinkedAccountView | null;
  /** The button, or a form, that links an account. Shown where none is linked, and where it must be linked again. */
  link: ReactNode;
  onUnlink: () => Promise<void>;
  /** Text about the effect of linking it. */
  children: ReactNode;
}) {
  return (
    <Section title="Account">
      <State service={service} account={account} />
      <p className="mt-1 max-w-[60ch] text-14 text-ink-3">{children}</p>
      <div className="mt-4 flex flex-wrap gap-x-4 gap-y-2">
        {(account === null || account.isRefused) && link}
        {account !== null && <Unlink onUnlink={onUnlink} />}
      </div>
    </Section>
  );
}

function State({ service, account }: { service: string; account: LinkedAccountView | null }) {
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
          {service} no longer gives Cue access. Link your account again.
        </span>
      )}
    </p>
  );
}

function Unlink({ onUnlink }: { onUnlink: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await onUnlink();
      showToast("confirm", "Social account unlinked");
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
