import { openProfileCall } from "#app/domains/people/calls/my-profile.ts";
import { getPerformerTypeCall } from "#app/domains/people/calls/people.ts";
import { ProfileInput } from "#app/domains/people/contract/people.ts";
import { openProfile } from "#app/domains/people/open-profile.server.ts";
import { type Served, serve } from "./serve.ts";

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
