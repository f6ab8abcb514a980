import { type Served, serve } from "#workers/api/serve.ts";
import { keepReferralCall } from "../../accounts/calls/referrals.ts";
import { ReferralInput } from "../../accounts/contract/settings.ts";
import { keepReferral } from "../../accounts/referrals.server.ts";
import {
  getPerformerProfileCall,
  openProfileCall,
  savePerformerProfileCall,
  saveProfileCall,
  searchCitiesCall,
} from "../calls/my-profile.ts";
import { getPerformerTypeCall } from "../calls/people.ts";
import { setReferralCall } from "../calls/referrals.ts";
import { searchCities } from "../cities.server.ts";
import { CityInput, SavePerformerInput, SaveProfileInput } from "../contract/my-profile.ts";
import { ProfileInput } from "../contract/people.ts";
import { getPerformerProfile, savePerformerProfile, saveProfile } from "../my-profile.server.ts";
import { openProfile } from "../open-profile.server.ts";
import { setReferral } from "../referrals.server.ts";

export const people: readonly Served[] = [
  serve(openProfileCall, {
    summary: "A user's profile, by id or username; without either, the caller's own, which contains more.",
    input: ProfileInput,
    run: openProfile,
  }),
  serve(getPerformerTypeCall, {
    summary: "The signed-in user's performer type.",
    run: (ctx) => ({ performerType: ctx.viewer?.performerType ?? null }),
  }),
  serve(saveProfileCall, {
    summary: "Change the given fields of the caller's profile.",
    input: SaveProfileInput,
    run: saveProfile,
  }),
  serve(getPerformerProfileCall, {
    summary: "The signed-in user's performer profile.",
    run: getPerformerProfile,
  }),
  serve(savePerformerProfileCall, {
    summary: "Change the given fields of the performer profile.",
    input: SavePerformerInput,
    run: savePerformerProfile,
  }),
  serve(searchCitiesCall, {
    summary: "Cities whose name starts with the search text, largest first.",
    input: CityInput,
    run: searchCities,
  }),
  serve(keepReferralCall, {
    summary: "Remember for a week who referred this visitor.",
    input: ReferralInput,
    run: keepReferral,
  }),
  serve(setReferralCall, {
    summary: "Set, once, who referred the signed-in user.",
    input: ReferralInput,
    run: setReferral,
  }),
];
