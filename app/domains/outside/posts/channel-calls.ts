import { defineCall, takes } from "#app/call.ts";
import type { AddDiscordInput, AddTelegramInput } from "./channel-contract.ts";
import { PostTargetView } from "./contract.ts";

export const addDiscordCall = defineCall("POST", "/posts/addDiscord", {
  who: "user",
  input: takes<typeof AddDiscordInput>(),
  answer: PostTargetView,
});

export const addTelegramCall = defineCall("POST", "/posts/addTelegram", {
  who: "user",
  input: takes<typeof AddTelegramInput>(),
  answer: PostTargetView,
});
