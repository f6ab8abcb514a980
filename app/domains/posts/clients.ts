/** The services to which posts go, and how each is reached. */
import type { Clock } from "#app/context.ts";
import { blueskyService } from "../integrations/bluesky/service.ts";
import type { Connection } from "../integrations/elsewhere.ts";
import { mastodonService } from "../integrations/mastodon/service.ts";
import type { PostClient, PostLimit } from "../integrations/post-client.ts";
import { textLength } from "../text/clean.ts";
import type { PostParty } from "./contract.ts";

export interface PostService {
  limit: PostLimit;
  /** Its clients have `edit`. */
  canEdit: boolean;
  /** For how long after the event a post that is sent again under its key is posted once (ms); 0: it would be posted twice. */
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

/** A service whose client does not exist yet. */
const pending = (max: number, linkCount: number, canEdit = false): PostService => ({
  limit: { max, linkCount, count: textLength },
  canEdit,
  sameKeyMs: 0,
  connect: () => ({
    send: async () => ({ is: "refused", details: "This service cannot be posted to yet." }),
  }),
});

export const postServices: Record<PostParty, PostService> = {
  twitter: pending(280, 23),
  bluesky: blueskyService,
  mastodon: mastodonService,
  discord: pending(2_000, 101, true),
  telegram: pending(4_096, 101, true),
};
