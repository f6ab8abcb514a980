import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { storeListenBrainzCall } from "#app/domains/music/scrobbles/calls.ts";
import { appContext } from "#app/router-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import type { Route } from "./+types/listenbrainz-route";
import { ListensPage } from "./listens-page.tsx";
import { loadListens } from "./load.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const loaded = await loadListens(request, ctx, "listenbrainz");
  return { ...loaded, tokenPage: `${ctx.connect("listenbrainz")?.at("listenbrainz.org")}/settings/` };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "ListenBrainz · Cue" }];
}

export default function ListenBrainzRoute({ loaderData }: Route.ComponentProps) {
  const { account, listens, tokenPage } = loaderData;
  const link = <TokenForm tokenPage={tokenPage} />;
  return <ListensPage party="listenbrainz" account={account} listens={listens} link={link} />;
}

function TokenForm({ tokenPage }: { tokenPage: string }) {
  const { revalidate } = useRevalidator();
  const [token, setToken] = useState("");
  const { isBusy, run } = useWork(showFailure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await callApi(storeListenBrainzCall, { token });
      setToken("");
      showToast("confirm", "ListenBrainz account successfully linked");
      await revalidate();
    });
  };
  return (
    <form onSubmit={submit} className="w-full max-w-md space-y-3">
      <Field
        label="User token"
        type="password"
        value={token}
        onChange={(event) => setToken(event.target.value)}
        required
        autoComplete="off"
        hint="Keep it secret: it gives access to your account"
      />
      <p className="text-14 text-ink-3">
        Find it in{" "}
        <a href={tokenPage} target="_blank" rel="noreferrer" className="underline">
          your ListenBrainz settings
        </a>
        .
      </p>
      <Button tone="solid" type="submit" isBusy={isBusy}>
        Link
      </Button>
    </form>
  );
}
