import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  ConnectedAccountsView,
  LinkedAccountView,
  type LinkMastodonQuery,
  type LinkMixcloudQuery,
  type StoreBlueskyInput,
  type StoreMastodonInput,
  type StoreMixcloudInput,
  type UnlinkInput,
  type UpdateMixcloudInput,
} from "./contract.ts";
import type { LinkTwitterQuery, StoreTwitterInput, UpdateTwitterInput } from "./twitter/contract.ts";

export const getConnectedAccountsCall = defineCall("GET", "/social/connectedAccounts", {
  who: "user",
  answer: ConnectedAccountsView,
});

/** The call for a popup. Redirects to the service, and from there to the address below. */
export const linkMixcloudCall = defineCall("GET", "/social/mixcloud", {
  who: "user",
  input: takes<typeof LinkMixcloudQuery>(),
  answer: z.string(),
});

/** The end of the popup, with `code` in its address, or with `error`. */
export const mixcloudLinkedCall = defineCall("GET", "/social/mixcloud/linked", {
  who: "public",
  answer: z.string(),
});

export const storeMixcloudCall = defineCall("POST", "/social/mixcloudStore", {
  who: "user",
  input: takes<typeof StoreMixcloudInput>(),
  answer: LinkedAccountView,
});

export const updateMixcloudCall = defineCall("POST", "/social/mixcloudUpdate", {
  who: "user",
  input: takes<typeof UpdateMixcloudInput>(),
  answer: ConnectedAccountsView,
  maxBytes: 1_600_000,
});

/** The call for a popup. Redirects to X, and from there to the address below. */
export const linkTwitterCall = defineCall("GET", "/social/twitter", {
  who: "user",
  input: takes<typeof LinkTwitterQuery>(),
  answer: z.string(),
});

/** The end of the popup, with `token` and `secret` in its address, or with `error`. */
export const twitterLinkedCall = defineCall("GET", "/social/twitter/linked", {
  who: "public",
  answer: z.string(),
});

export const storeBlueskyCall = defineCall("POST", "/social/blueskyStore", {
  who: "user",
  input: takes<typeof StoreBlueskyInput>(),
  answer: LinkedAccountView,
});

/** The call for a popup, with the server. Redirects to it, and from there to the address below. */
export const linkMastodonCall = defineCall("GET", "/social/mastodon", {
  who: "user",
  input: takes<typeof LinkMastodonQuery>(),
  answer: z.string(),
});

/** The end of the popup, with `code` in its address, or with `error`. */
export const mastodonLinkedCall = defineCall("GET", "/social/mastodon/linked", {
  who: "public",
  answer: z.string(),
});

export const storeTwitterCall = defineCall("POST", "/social/twitterStore", {
  who: "user",
  input: takes<typeof StoreTwitterInput>(),
  answer: LinkedAccountView,
});

export const updateTwitterCall = defineCall("POST", "/social/twitterUpdate", {
  who: "user",
  input: takes<typeof UpdateTwitterInput>(),
  answer: ConnectedAccountsView,
});

export const storeMastodonCall = defineCall("POST", "/social/mastodonStore", {
  who: "user",
  input: takes<typeof StoreMastodonInput>(),
  answer: LinkedAccountView,
});

export const unlinkCall = defineCall("POST", "/social/unlink", {
  who: "user",
  input: takes<typeof UnlinkInput>(),
  answer: ConnectedAccountsView,
});
