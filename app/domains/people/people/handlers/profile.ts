import { type Served, serve } from "#workers/api/serve.ts";
import { getPerformerProfileCall, savePerformerProfileCall, saveProfileCall } from "../calls/my-profile.ts";
import { SavePerformerInput, SaveProfileInput } from "../contract/my-profile.ts";
import { getPerformerProfile, savePerformerProfile, saveProfile } from "../my-profile.server.ts";

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
