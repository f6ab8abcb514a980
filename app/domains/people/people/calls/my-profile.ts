import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type CityInput,
  CityView,
  MyProfileView,
  PerformerProfile,
  type SavePerformerInput,
  type SaveProfileInput,
} from "../contract/my-profile.ts";
import { type ProfileInput, ProfileView } from "../contract/people.ts";

export const searchCitiesCall = defineCall("POST", "/users/searchCity", {
  who: "user",
  input: takes<typeof CityInput>(),
  answer: z.array(CityView),
});

export const openProfileCall = defineCall("POST", "/users/getProfile", {
  who: "user",
  input: takes<typeof ProfileInput>(),
  answer: z.union([MyProfileView, ProfileView]),
});

export const saveProfileCall = defineCall("POST", "/users/saveProfile", {
  who: "user",
  input: takes<typeof SaveProfileInput>(),
  answer: MyProfileView,
  maxBytes: 3_200_000,
});

export const getPerformerProfileCall = defineCall("GET", "/djs/getProfile", {
  who: "user",
  answer: PerformerProfile,
});

export const savePerformerProfileCall = defineCall("POST", "/djs/saveProfile", {
  who: "user",
  input: takes<typeof SavePerformerInput>(),
  answer: PerformerProfile,
});
