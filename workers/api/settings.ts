import { submitFeedbackCall } from "#app/domains/accounts/calls/accounts.ts";
import { getTogglesCall, saveTogglesCall } from "#app/domains/accounts/calls/settings.ts";
import { FeedbackInput, ToggleSettingsInput } from "#app/domains/accounts/contract/settings.ts";
import { submitFeedback } from "#app/domains/accounts/feedback.server.ts";
import { getToggles, saveToggles } from "#app/domains/accounts/toggles.server.ts";
import { type Served, serve } from "./serve.ts";

export const settings: readonly Served[] = [
  serve(getTogglesCall, {
    summary: "The signed-in user's notification and posting toggles.",
    run: getToggles,
  }),
  serve(saveTogglesCall, {
    summary: "Change some of the toggles; returns all of them.",
    input: ToggleSettingsInput,
    run: saveToggles,
  }),
  serve(submitFeedbackCall, {
    summary: "Send feedback to the people who run this instance.",
    input: FeedbackInput,
    run: submitFeedback,
  }),
];
