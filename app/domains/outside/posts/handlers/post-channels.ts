import { type Served, serve } from "#workers/api/serve.ts";
import { addDiscord, addTelegram } from "../add-channel.server.ts";
import { addDiscordCall, addTelegramCall } from "../channel-calls.ts";
import { AddDiscordInput, AddTelegramInput } from "../channel-contract.ts";

export const postChannels: readonly Served[] = [
  serve(addDiscordCall, {
    summary: "Add a Discord channel by its webhook: of a performer, or of a stage that the user manages.",
    input: AddDiscordInput,
    run: addDiscord,
  }),
  serve(addTelegramCall, {
    summary:
      "Add a Telegram chat in which a bot writes: of a performer, or of a stage that the user manages.",
    input: AddTelegramInput,
    run: addTelegram,
  }),
];
