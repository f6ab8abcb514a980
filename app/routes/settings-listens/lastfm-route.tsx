import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { linkLastFmCall, storeLastFmCall } from "#app/domains/music/scrobbles/calls.ts";
import { useLinkPopup } from "#app/domains/people/integrations/ui/use-link-popup.ts";
import { appContext } from "#app/router-context.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Route } from "./+types/lastfm-route";
import { ListensPage } from "./listens-page.tsx";
import { loadListens } from "./load.server.ts";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadListens(request, context.get(appContext), "lastfm");

export function meta(): Route.MetaDescriptors {
  return [{ title: "Last.fm · Cue" }];
}

export default function LastFmRoute({ loaderData }: Route.ComponentProps) {
  const { account, listens } = loaderData;
  const { revalidate } = useRevalidator();
  const { link, isBusy } = useLinkPopup({
    path: linkLastFmCall.path,
    store: async (query) => {
      await callApi(storeLastFmCall, { code: query.get("code") ?? "" });
      showToast("confirm", "Last.fm account successfully linked");
      await revalidate();
    },
  });
  const linkButton = (
    <Button tone="solid" isBusy={isBusy} onClick={() => link()}>
      {account === null ? "Link" : "Link Again"}
    </Button>
  );
  return <ListensPage party="lastfm" account={account} listens={listens} link={linkButton} />;
}
