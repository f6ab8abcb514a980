import { type Served, serve } from "#workers/api/serve.ts";
import { submitFeedbackCall } from "../calls/accounts.ts";
import { getTogglesCall, saveTogglesCall } from "../calls/settings.ts";
import { FeedbackInput, ToggleSettingsInput } from "../contract/settings.ts";
import { submitFeedback } from "../feedback.server.ts";
import { getToggles, saveToggles } from "../toggles.server.ts";

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
