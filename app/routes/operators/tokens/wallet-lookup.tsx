import { type FormEvent, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { findWalletCall } from "#app/domains/value/tokens/calls/acts.ts";
import type { OverseenWalletView } from "#app/domains/value/tokens/contract/acts.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { FoundWallet } from "./found-wallet.tsx";

/** Finds the wallet of a user, to freeze it or to hold their claims. */
export function WalletLookup() {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<OverseenWalletView | null>(null);
  const { isBusy, run } = useWork((error) => {
    setFound(null);
    showFailure(error);
  });
  const find = async (user: string) => setFound(await callApi(findWalletCall, { user }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const user = typed.trim();
    if (user !== "") void run(() => find(user));
  };
  return (
    <>
      <form onSubmit={submit} className="flex max-w-lg flex-wrap items-start gap-3">
        <Field
          label="Find a wallet"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          hint="A username, an email address, an id, or the id of a wallet"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="min-w-0 grow basis-60"
        />
        <Button type="submit" isBusy={isBusy} className="sm:mt-7">
          Find
        </Button>
      </form>
      <div aria-live="polite">
        {found && (
          <FoundWallet
            key={found.wallet ?? found.user?.id}
            found={found}
            reload={() => find(found.wallet ?? found.user?.id ?? typed.trim())}
          />
        )}
      </div>
    </>
  );
}
