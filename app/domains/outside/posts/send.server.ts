/** Sends one post of a delivery, changes it, or looks whether it has arrived. */
import type { AppContext } from "#app/context.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import { type Connection, partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import type { Post, PostClient } from "#app/domains/people/integrations/post-client.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { shownPost } from "./build.ts";
import { type PostService, postServices } from "./clients.ts";
import { type ComposeContext, composeEvent, composeTest, isPosted } from "./compose.server.ts";
import { renewPostSecret } from "./queries/post-settings.ts";
import { findPostTarget, type PostTarget } from "./queries/post-targets.ts";

export type PostContext = ComposeContext & Pick<AppContext, "vault" | "connect" | "clock" | "log">;

export interface PostDelivery {
  owner: OwnerPath;
  /** `post_targets.id`. */
  target: string;
  /** Null for a test. */
  event: OwnEvent | null;
  /** The text of a test, complete but for the link; null for an event, whose text the target's settings define. */
  text: string | null;
  /** The post that is to be changed, where the broadcast of that post has ended. */
  remote: string | null;
  /** An earlier attempt had no response. */
  isUnsure: boolean;
}

/** `text`: what was posted, as people see it. */
export type PostOutcome = Outcome & { text?: string };

/** Never throws for what the service or the network does. */
export async function sendPost(ctx: PostContext, delivery: PostDelivery): Promise<PostOutcome> {
  const target = await findPostTarget(ctx.db, delivery.target);
  if (target === undefined || ownerOf(target) !== delivery.owner)
    return { is: "refused", details: "The account or channel was unlinked." };
  const name = partyNames[target.party];
  const connection = ctx.connect(target.party);
  if (connection === null) return { is: "refused", details: `${name} is not available on this site.` };
  if (target.refusedAt !== null) return { is: "dead", details: `${name} no longer gives Cue access.` };
  const service = postServices[target.party];
  const client = await openClient(ctx, { service, connection, target });
  if (client === null)
    return { is: "dead", details: "The stored credentials cannot be read. Link the account again." };
  const post = await compose(ctx, { service, connection, target }, delivery);
  if (post === null) return { is: "refused", details: "Nothing is posted about this." };
  try {
    const outcome = await deliver(client, post, { service, delivery, now: ctx.clock.now() });
    return outcome.is === "sent" ? { ...outcome, text: shownPost(post, service.limit) } : outcome;
  } catch (error) {
    // The name alone: messages of the network may contain the address, which may contain a token.
    const reason = error instanceof Error ? error.name : typeof error;
    ctx.log.error("post-client-fault", { party: target.party, target: target.id, reason });
    return { is: "unsure" };
  }
}

interface Reached {
  service: PostService;
  connection: Connection;
  target: PostTarget;
}

/** Null where the secret was sealed with another key of the instance, or is not what the service's link stores. */
async function openClient(ctx: PostContext, reached: Reached): Promise<PostClient | null> {
  try {
    const secret = await openSecret(ctx, reached.target);
    return reached.service.connect(reached.connection, secret, toolsFor(ctx, reached.target));
  } catch {
    ctx.log.warn("post-secret-unreadable", { party: reached.target.party, target: reached.target.id });
    return null;
  }
}

/** Opens the secret that a service's link has stored. Throws where it cannot be read. */
export async function openSecret({ vault }: Pick<AppContext, "vault">, target: PostTarget): Promise<unknown> {
  return JSON.parse(await vault.open(target.secret, purposeOf(target)));
}

/** A user's id, or `stage/{id}`. */
const purposeOf = (target: PostTarget): string =>
  tokenPurpose(target.party, target.stageId === null ? (target.userId ?? "") : `stage/${target.stageId}`);

export function toolsFor(
  { db, vault, clock }: Pick<PostContext, "db" | "vault" | "clock">,
  target: PostTarget,
) {
  const { id } = target;
  let { secret: sealed } = target;
  return {
    clock,
    async onSecret(secret: unknown) {
      const renewed = await vault.seal(JSON.stringify(secret), purposeOf(target));
      if (await renewPostSecret(db, { id, secret: sealed }, renewed)) sealed = renewed;
    },
  };
}

async function compose(ctx: PostContext, reached: Reached, delivery: PostDelivery): Promise<Post | null> {
  const { event, text } = delivery;
  const { target, service, connection } = reached;
  if (event === null) {
    if (text === null) return null;
    return { ...(await composeTest(ctx, reached, text)), key: `test:${target.id}:${ctx.clock.now()}` };
  }
  if (!isPosted(event)) return null;
  const composed = composeEvent(ctx, { connection, target, limit: service.limit }, event);
  return { ...composed, key: `${event.kind}:${event.key}:${target.id}` };
}

interface Attempt {
  service: PostService;
  delivery: PostDelivery;
  now: number;
}

async function deliver(client: PostClient, post: Post, attempt: Attempt): Promise<Outcome> {
  const { event, remote, isUnsure } = attempt.delivery;
  if (event?.kind === "ended") {
    if (client.edit === undefined || remote === null)
      return { is: "refused", details: "There is no post to change." };
    // The same change twice is one.
    return client.edit(remote, post);
  }
  if (!isUnsure) return client.send(post);
  const found = await client.find?.(post);
  if (found != null) return found;
  return client.find !== undefined || isSameKeyKnown(attempt) ? client.send(post) : { is: "unsure" };
}

/** Whether the service still recognizes the post by its key. */
function isSameKeyKnown({ service, delivery, now }: Attempt): boolean {
  return delivery.event !== null && now - delivery.event.at < service.sameKeyMs;
}
