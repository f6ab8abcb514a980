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
    summary: "Change what is named of one's own profile.",
    input: SaveProfileInput,
    run: saveProfile,
  }),
  serve(getPerformerProfileCall, {
    summary: "What the signed-in user says as a performer.",
    run: getPerformerProfile,
  }),
  serve(savePerformerProfileCall, {
    summary: "Change what is named of what a performer says.",
    input: SavePerformerInput,
    run: savePerformerProfile,
  }),
];
