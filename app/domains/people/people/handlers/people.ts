import { type Served, serve } from "#workers/api/serve.ts";
import { openProfileCall } from "../calls/my-profile.ts";
import { getPerformerTypeCall } from "../calls/people.ts";
import { ProfileInput } from "../contract/people.ts";
import { openProfile } from "../open-profile.server.ts";

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
];
