import { defineCall, takes } from "#app/call.ts";
import { type AppListenerInput, AppListenerView, type ListenInput, ListenView } from "../contract/stages.ts";

export const recordListenCall = defineCall("POST", "/plays/count", {
  who: "public",
  input: takes<typeof ListenInput>(),
  answer: ListenView,
});

export const startAppListenerCall = defineCall("POST", "/stats/startiOSActiveListener", {
  who: "public",
  input: takes<typeof AppListenerInput>(),
  answer: AppListenerView,
});

export const stopAppListenerCall = defineCall("POST", "/stats/stopiOSActiveListener", {
  who: "public",
  input: takes<typeof AppListenerInput>(),
  answer: AppListenerView,
});
