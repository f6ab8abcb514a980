import { type SubmitEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { linkMastodonCall, storeMastodonCall } from "#app/domains/people/integrations/calls.ts";
import { useLinkPopup } from "#app/domains/people/integrations/ui/use-link-popup.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** Links an account in a popup of its server. */
export function MastodonForm({ host, isAgain }: { host: string; isAgain: boolean }) {
  const { revalidate } = useRevalidator();
  const [server, setServer] = useState(host);
  const { link, isBusy } = useLinkPopup({
    path: linkMastodonCall.path,
    store: async (query) => {
      await callApi(storeMastodonCall, { code: query.get("code") ?? "" });
      showToast("confirm", "Mastodon account successfully linked");
      await revalidate();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    link({ server });
  };
  return (
    <form onSubmit={submit} className="flex w-full max-w-sm flex-col gap-2" noValidate>
      <Field
        label="Your server"
        placeholder="mastodon.social"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={server}
        onChange={(event) => setServer(event.target.value)}
        hint="Or your whole address, such as @name@mastodon.social"
      />
      <div className="mt-2">
        <Button type="submit" tone="solid" isBusy={isBusy} disabled={server.trim() === ""}>
          {isAgain ? "Link Again" : "Link"}
        </Button>
      </div>
    </form>
  );
}
