import { updateTwitter } from "#app/domains/outside/posts/twitter.server.ts";
import { beginPopup, endPopup, failPopup, popupEnd } from "#workers/api/popups.ts";
import { respond, type Served, serve } from "#workers/api/serve.ts";
import { storeBluesky } from "../bluesky/link.server.ts";
import {
  getConnectedAccountsCall,
  linkMastodonCall,
  linkMixcloudCall,
  linkTwitterCall,
  mastodonLinkedCall,
  mixcloudLinkedCall,
  storeBlueskyCall,
  storeMastodonCall,
  storeMixcloudCall,
  storeTwitterCall,
  twitterLinkedCall,
  unlinkCall,
  updateMixcloudCall,
  updateTwitterCall,
} from "../calls.ts";
import {
  LinkMastodonQuery,
  LinkMixcloudQuery,
  StoreBlueskyInput,
  StoreMastodonInput,
  StoreMixcloudInput,
  UnlinkInput,
  UpdateMixcloudInput,
} from "../contract.ts";
import { beginLink, returnFromMixcloud, storeMixcloud } from "../link.server.ts";
import { beginMastodonLink, returnFromMastodon, storeMastodon } from "../mastodon/link.server.ts";
import { getConnectedAccounts, unlink, updateMixcloud } from "../operations.server.ts";
import { LinkTwitterQuery, StoreTwitterInput, UpdateTwitterInput } from "../twitter/contract.ts";
import { beginTwitterLink, returnFromTwitter, storeTwitter } from "../twitter/link.server.ts";

export const integrations: readonly Served[] = [
  serve(getConnectedAccountsCall, {
    summary: "The accounts at other services that the signed-in user has linked.",
    run: getConnectedAccounts,
  }),
  respond(linkMixcloudCall, {
    summary:
      "Links an account at Mixcloud, in a popup: redirects there, and back to /social/mixcloud/linked.",
    input: LinkMixcloudQuery,
    respond: async (c, query) => {
      const { path } = linkMixcloudCall;
      const hasReturned = query.code !== undefined || query.error !== undefined;
      if (!hasReturned) return beginPopup(c, path, await beginLink(c.get("app")));
      return endPopup(c, path, async (begun) => {
        const code = await returnFromMixcloud(c.get("app"), query, begun);
        return code === null ? null : { code };
      });
    },
  }),
  respond(mixcloudLinkedCall, {
    summary: "Where the popup ends: its address has the code for mixcloudStore, or an error.",
    respond: popupEnd,
  }),
  serve(storeMixcloudCall, {
    summary: "Link the account at Mixcloud for which a popup of this session has returned.",
    input: StoreMixcloudInput,
    run: storeMixcloud,
  }),
  serve(updateMixcloudCall, {
    summary: "Change the tags and the picture of uploads to Mixcloud.",
    input: UpdateMixcloudInput,
    run: updateMixcloud,
  }),
  respond(linkTwitterCall, {
    summary: "Links an account at X, in a popup: redirects there, and back to /social/twitter/linked.",
    input: LinkTwitterQuery,
    respond: async (c, query) => {
      const { path } = linkTwitterCall;
      const hasReturned = query.oauth_token !== undefined || query.denied !== undefined;
      if (hasReturned) return endPopup(c, path, (begun) => returnFromTwitter(c.get("app"), query, begun));
      const begun = await beginTwitterLink(c.get("app"));
      return begun === null ? endPopup(c, path, async () => null) : beginPopup(c, path, begun);
    },
  }),
  respond(twitterLinkedCall, {
    summary: "Where the popup ends: its address has the token and the secret for twitterStore, or an error.",
    respond: popupEnd,
  }),
  serve(storeTwitterCall, {
    summary: "Link the account at X for which a popup of this session has returned.",
    input: StoreTwitterInput,
    run: storeTwitter,
  }),
  serve(updateTwitterCall, {
    summary: "Change which posts go to the linked account at X, and what they say.",
    input: UpdateTwitterInput,
    run: updateTwitter,
  }),
  serve(storeBlueskyCall, {
    summary: "Link an account at Bluesky, with an app password.",
    input: StoreBlueskyInput,
    run: storeBluesky,
  }),
  respond(linkMastodonCall, {
    summary:
      "Links an account on a Mastodon server, in a popup: redirects there, and back to /social/mastodon/linked.",
    input: LinkMastodonQuery,
    respond: async (c, query) => {
      const { path } = linkMastodonCall;
      if (query.code === undefined && query.error === undefined) {
        const begun = await beginMastodonLink(c.get("app"), query);
        return "error" in begun ? failPopup(c, path, begun.error) : beginPopup(c, path, begun);
      }
      return endPopup(c, path, async (begun) => {
        const code = await returnFromMastodon(c.get("app"), query, begun);
        return code === null ? null : { code };
      });
    },
  }),
  respond(mastodonLinkedCall, {
    summary: "Where the popup ends: its address has the code for mastodonStore, or an error.",
    respond: popupEnd,
  }),
  serve(storeMastodonCall, {
    summary: "Link the account on a Mastodon server for which a popup of this session has returned.",
    input: StoreMastodonInput,
    run: storeMastodon,
  }),
  serve(unlinkCall, {
    summary:
      "Unlink an account: its token is revoked where the service can do that, and deleted; what is under way is ended.",
    input: UnlinkInput,
    run: unlink,
  }),
];
