import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "../post-client.ts";

export const telegramLimit: PostLimit = {
  max: 4_096,
  count: (text) => text.length,
  linkCount: 120,
  plain: plainText,
};
