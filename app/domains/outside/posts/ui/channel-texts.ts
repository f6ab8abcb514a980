/** Texts for people about channels at each service. */

export type ChannelParty = "discord" | "telegram";

interface ChannelTexts {
  /** Text about the posts there. */
  about: string;
  /** Steps to get what the form needs. */
  steps: readonly [string, string, string];
  empty: string;
  /** Text about what stays at the service after a channel is removed. */
  removed: string;
}

export const channelTexts: Record<ChannelParty, ChannelTexts> = {
  discord: {
    about:
      "Cue posts in a channel of a Discord server when a broadcast starts. You need the right to manage its webhooks.",
    steps: [
      "In Discord, open the settings of a text channel: Edit Channel, then Integrations.",
      "Open Webhooks, press New Webhook, and give it a name and a picture: posts appear under them.",
      "Press Copy Webhook URL and paste the address below. Anyone who has it can post, so keep it secret.",
    ],
    empty: "Discord channels you add appear here.",
    removed:
      "Cue stops posting there and deletes the webhook's address. To delete the webhook too, do that in Discord.",
  },
  telegram: {
    about:
      "Cue posts in a Telegram channel, group or chat when a broadcast starts. It uses a bot of your own.",
    steps: [
      "In Telegram, send /newbot to @BotFather, answer its questions, and copy the token it sends you.",
      "Add the bot to your channel as an administrator who may post, or to your group as a member.",
      "Enter the token and the @name of the channel or group below. For a private one, enter its number, such as -1001234567890.",
    ],
    empty: "Telegram chats you add appear here.",
    removed:
      "Cue stops posting there and deletes the bot's token. To delete the bot too, send /deletebot to @BotFather.",
  },
};
