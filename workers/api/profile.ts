import {
  getPerformerProfileCall,
  savePerformerProfileCall,
  saveProfileCall,
} from "#app/domains/people/calls/my-profile.ts";
import { SavePerformerInput, SaveProfileInput } from "#app/domains/people/contract/my-profile.ts";
import {
  getPerformerProfile,
  savePerformerProfile,
  saveProfile,
} from "#app/domains/people/my-profile.server.ts";
import { type Served, serve } from "./serve.ts";

export const profile: readonly Served[] = [
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
];
