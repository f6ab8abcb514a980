/** The services to which posts go, and how each is reached. */
import type { Clock } from "#app/context.ts";
import { blueskyService } from "#app/domains/people/integrations/bluesky/service.ts";
import { connectDiscord } from "#app/domains/people/integrations/discord/client.ts";
import { discordLimit } from "#app/domains/people/integrations/discord/limit.ts";
import { DiscordSecret } from "#app/domains/people/integrations/discord/webhook-address.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { mastodonService } from "#app/domains/people/integrations/mastodon/service.ts";
import type { PostClient, PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { connectTelegram } from "#app/domains/people/integrations/telegram/client.ts";
import { telegramLimit } from "#app/domains/people/integrations/telegram/limit.ts";
import { TelegramSecret } from "#app/domains/people/integrations/telegram/names.ts";
import { twitterService } from "#app/domains/people/integrations/twitter/service.ts";
import type { PostParty } from "./contract.ts";

export interface PostService {
  limit: PostLimit;
  /** Its clients have `edit`. */
  canEdit: boolean;
  /**
   * Time after the event for which a post that is sent again under its key is posted once (ms); 0: it would be posted
   * twice.
   */
  sameKeyMs: number;
  /** `secret`: what was sealed in the target, parsed. Throws where that is not what the service's link stores. */
  connect(connection: Connection, secret: unknown, tools: PostTools): PostClient;
  /** Ends our access at the service. Absent where only its owner can, there. */
  revoke?(connection: Connection, secret: unknown, tools: PostTools): Promise<void>;
}

export interface PostTools {
  clock: Clock;
  /** The service has replaced the secret: from now on only this one is valid. */
  onSecret(secret: unknown): Promise<void>;
}

export const postServices: Record<PostParty, PostService> = {
  twitter: twitterService,
  bluesky: blueskyService,
  mastodon: mastodonService,
  discord: {
    limit: discordLimit,
    canEdit: true,
    sameKeyMs: 0,
    connect: (connection, secret) => connectDiscord(connection, DiscordSecret.parse(secret)),
  },
  telegram: {
    limit: telegramLimit,
    canEdit: true,
    sameKeyMs: 0,
    connect: (connection, secret, tools) =>
      connectTelegram(connection, TelegramSecret.parse(secret), (next) => tools.onSecret(next)),
  },
};
