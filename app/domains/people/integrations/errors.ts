/** The refusals of linked accounts and other services. */
export const integrationErrors = {
  "mixcloud-not-linked": {
    status: 409,
    message: "You must link your music-hosting account to enable uploads.",
  },
  "twitter-not-linked": {
    status: 409,
    message: "You must link your Twitter account to automate tweets.",
  },
  "post-target-refused": {
    status: 409,
    message: "This service no longer gives Cue access. Link your account again.",
  },
  "link-failed": {
    status: 409,
    message:
      "There was an issue linking your account. Please try again later or contact support about the issue.",
  },
  "not-a-webhook": {
    status: 400,
    message:
      "That is not a Discord webhook address. In Discord open Edit Channel, Integrations, Webhooks, and press Copy Webhook URL.",
  },
  "webhook-unknown": {
    status: 409,
    message:
      "Discord cannot find this webhook. It may have been deleted: create a new one and copy its address.",
  },
  "not-a-bot-token": {
    status: 400,
    message:
      "That is not a Telegram bot token. Copy the token that @BotFather sent you, such as 123456:ABC….",
  },
  "bot-unknown": {
    status: 409,
    message: "Telegram does not accept this bot token. Ask @BotFather for the current one and copy it.",
  },
  "not-a-chat": {
    status: 400,
    message:
      "That is not a Telegram chat. Enter the @name of a public channel or group, or the number of a chat.",
  },
  "chat-unknown": {
    status: 409,
    message: "Telegram cannot find this chat. Add your bot to it, check the name, and try again.",
  },
  "bot-shut-out": {
    status: 409,
    message:
      "Your bot is not in this chat, or was removed from it. Add it as an administrator and try again.",
  },
  "too-many-channels": {
    status: 409,
    message: "You can add up to five Discord and Telegram channels. Remove one first.",
  },
  "elsewhere-busy": {
    status: 503,
    message: "That service cannot be reached right now. Please try again in a few minutes.",
  },
  "app-password-needed": {
    status: 400,
    message:
      "That is not an app password, which looks like abcd-efgh-ijkl-mnop. Create one in Bluesky under Settings, Privacy and Security, App Passwords.",
  },
  "bluesky-login-failed": {
    status: 409,
    message:
      "Bluesky did not accept this handle and app password. Check both, or create a new app password there.",
  },
  "bluesky-code-needed": {
    status: 409,
    message:
      "Bluesky asks for a sign-in code, which an app password never needs. Create an app password there and enter it here.",
  },
  "bluesky-suspended": {
    status: 409,
    message: "Bluesky has closed this account. Sign in there to see why.",
  },
  "server-not-public": {
    status: 400,
    message: "That is not the address of a public server. Enter one like mastodon.social.",
  },
  "not-a-mastodon-server": {
    status: 409,
    message:
      "No Mastodon server responded at that address. Enter the one you sign in to, like mastodon.social.",
  },
  "service-unreachable": {
    status: 503,
    message: "The other service did not respond. Please try again in a few minutes.",
  },
  "listens-token": {
    status: 409,
    message: "ListenBrainz does not recognize this token. Copy it again from your ListenBrainz settings.",
  },
  "service-silent": { status: 503, message: "The service did not respond. Please try again in a moment." },
} as const;
