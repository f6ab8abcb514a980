import { beginPopup, endPopup, popupEnd } from "#workers/api/popups.ts";
import { respond, type Served, serve } from "#workers/api/serve.ts";
import {
  lastFmLinkedCall,
  linkLastFmCall,
  pauseListensCall,
  storeLastFmCall,
  storeListenBrainzCall,
} from "../calls.ts";
import { LinkLastFmQuery, PauseListensInput, StoreLastFmInput, StoreListenBrainzInput } from "../contract.ts";
import { beginLastFm, returnFromLastFm, storeLastFm, storeListenBrainz } from "../link.server.ts";
import { pauseListens } from "../own.server.ts";

export const scrobbles: readonly Served[] = [
  serve(storeListenBrainzCall, {
    summary: "Link the account at ListenBrainz of this token: listens are sent there from now on.",
    input: StoreListenBrainzInput,
    run: storeListenBrainz,
  }),
  respond(linkLastFmCall, {
    summary: "Links an account at Last.fm, in a popup: redirects there, and back to /social/lastfm/linked.",
    input: LinkLastFmQuery,
    respond: async (c, { token }) => {
      const { path } = linkLastFmCall;
      if (token === undefined) return beginPopup(c, path, await beginLastFm(c.get("app")));
      return endPopup(c, path, async (begun) => {
        const code = await returnFromLastFm(c.get("app"), token, begun);
        return code === null ? null : { code };
      });
    },
  }),
  respond(lastFmLinkedCall, {
    summary: "Where the popup ends: its address has the code for lastfmStore, or an error.",
    respond: popupEnd,
  }),
  serve(storeLastFmCall, {
    summary: "Link the account at Last.fm for which a popup of this session has returned.",
    input: StoreLastFmInput,
    run: storeLastFm,
  }),
  serve(pauseListensCall, {
    summary: "Stop sending listens to a service for now, or send them again.",
    input: PauseListensInput,
    run: pauseListens,
  }),
];
