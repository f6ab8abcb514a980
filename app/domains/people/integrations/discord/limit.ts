import { discordText, shownInDiscord } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "../post-client.ts";

/** `content` of a message. The link is in the card where there is one, otherwise at the end of the text. */
export const discordLimit: PostLimit = {
  max: 2_000,
  count: (text) => text.length,
  linkCount: 120,
  plain: discordText,
  shown: shownInDiscord,
};
