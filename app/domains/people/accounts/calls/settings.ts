import { defineCall, takes } from "#app/call.ts";
import { ToggleSettings, type ToggleSettingsInput } from "../contract/settings.ts";

export const getTogglesCall = defineCall("GET", "/users/getToggleSettings", {
  who: "user",
  answer: ToggleSettings,
});

export const saveTogglesCall = defineCall("POST", "/users/saveToggleSettings", {
  who: "user",
  input: takes<typeof ToggleSettingsInput>(),
  answer: ToggleSettings,
});
