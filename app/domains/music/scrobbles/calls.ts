import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type LinkLastFmQuery,
  ListenAccountView,
  type PauseListensInput,
  type StoreLastFmInput,
  type StoreListenBrainzInput,
} from "./contract.ts";

export const storeListenBrainzCall = defineCall("POST", "/social/listenbrainzStore", {
  who: "user",
  input: takes<typeof StoreListenBrainzInput>(),
  answer: ListenAccountView,
});

/** The call for a popup. Redirects to the service, and from there to the address below. */
export const linkLastFmCall = defineCall("GET", "/social/lastfm", {
  who: "user",
  input: takes<typeof LinkLastFmQuery>(),
  answer: z.string(),
});

/** The end of the popup, with `code` in its address, or with `error`. */
export const lastFmLinkedCall = defineCall("GET", "/social/lastfm/linked", {
  who: "public",
  answer: z.string(),
});

export const storeLastFmCall = defineCall("POST", "/social/lastfmStore", {
  who: "user",
  input: takes<typeof StoreLastFmInput>(),
  answer: ListenAccountView,
});

export const pauseListensCall = defineCall("POST", "/social/pauseListens", {
  who: "user",
  input: takes<typeof PauseListensInput>(),
  answer: ListenAccountView,
});
