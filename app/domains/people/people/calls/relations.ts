import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type AlertInput,
  BioView,
  type BlockInput,
  FollowPage,
  FollowView,
  type PerformerSearchInput,
  PersonCard,
  type PersonInput,
  type PersonPageInput,
  type PersonSearchInput,
  RelationNoticeView,
  RelationView,
  type UnblockInput,
} from "../contract/relations.ts";

export const followCall = defineCall("POST", "/users/follow", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: RelationView,
});

export const unfollowCall = defineCall("POST", "/users/unfollow", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: RelationView,
});

export const toggleAlertCall = defineCall("POST", "/users/toggleAlert", {
  who: "user",
  input: takes<typeof AlertInput>(),
  answer: RelationView,
});

export const listFollowingCall = defineCall("POST", "/users/getFollowing", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: z.array(FollowView),
});

export const listFollowersCall = defineCall("POST", "/users/getFollowers", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: z.array(FollowView),
});

export const openFollowingCall = defineCall("POST", "/users/getFollowingPaginate", {
  who: "user",
  input: takes<typeof PersonPageInput>(),
  answer: FollowPage,
});

export const openFollowersCall = defineCall("POST", "/users/getFollowersPaginate", {
  who: "user",
  input: takes<typeof PersonPageInput>(),
  answer: FollowPage,
});

export const searchPeopleCall = defineCall("POST", "/users/search", {
  who: "user",
  input: takes<typeof PersonSearchInput>(),
  answer: z.array(PersonCard),
});

export const searchPerformersCall = defineCall("POST", "/djs/search", {
  who: "user",
  input: takes<typeof PerformerSearchInput>(),
  answer: z.array(PersonCard),
});

export const blockPersonCall = defineCall("POST", "/users/blockUser", {
  who: "user",
  input: takes<typeof BlockInput>(),
  answer: RelationNoticeView,
});

export const unblockPersonCall = defineCall("POST", "/users/unblockUser", {
  who: "user",
  input: takes<typeof UnblockInput>(),
  answer: RelationNoticeView,
});

export const listBlockedCall = defineCall("GET", "/users/getBlocked", {
  who: "user",
  answer: z.array(PersonCard),
});

export const getBioCall = defineCall("POST", "/users/getBio", {
  who: "user",
  input: takes<typeof PersonInput>(),
  answer: BioView,
});
