/** Posts on a Mastodon server, or one that speaks its API. */
import * as z from "zod/mini";
import type { Clock } from "#app/context.ts";
import { hashToken } from "../../accounts/token.ts";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import type { Reply } from "../http.ts";
import type { Post, PostClient } from "../post-client.ts";
import { fit, mastodonLimit } from "./post-limit.ts";
import { callMastodon, failureOf } from "./protocol.ts";
import type { MastodonAccount } from "./sign-in.ts";

interface MastodonDeps {
  service: Connection;
  account: MastodonAccount;
  clock: Clock;
}

/** A server may take a while to process a post. */
const postTimeoutMs = 15_000;

/** Other software that speaks this API may be set to read a post as Markdown; Mastodon ignores the field. */
const asPlainText = { content_type: "text/plain" };

const Status = z.object({ id: z.string(), url: z.optional(z.nullable(z.string())) });

export function connectMastodon(deps: MastodonDeps): PostClient {
  return {
    send: (post) => sendStatus(deps, post),
    edit: (remote, post) => editStatus(deps, remote, post),
  };
}

function textOf({ text, link }: Post, account: MastodonAccount): string {
  const limit = mastodonLimit(account);
  const room = limit.max - (link === null ? 0 : limit.linkCount);
  return [fit(text, { ...limit, max: room }), link].filter(Boolean).join(" ");
}

async function sendStatus(deps: MastodonDeps, post: Post): Promise<Outcome> {
  const { service, account } = deps;
  const reply = await callMastodon(service, account.host, {
    method: "POST",
    path: "/api/v1/statuses",
    token: account.token,
    json: { status: textOf(post, account), visibility: "public", ...asPlainText },
    // Only letters and digits, whatever the key is made of.
    idempotencyKey: await hashToken(post.key),
    timeoutMs: postTimeoutMs,
  });
  return readStatus(deps, reply);
}

async function editStatus(deps: MastodonDeps, remote: string, post: Post): Promise<Outcome> {
  const { service, account } = deps;
  const reply = await callMastodon(service, account.host, {
    method: "PUT",
    path: `/api/v1/statuses/${encodeURIComponent(remote)}`,
    token: account.token,
    json: { status: textOf(post, account), ...asPlainText },
    timeoutMs: postTimeoutMs,
  });
  return readStatus(deps, reply);
}

function readStatus({ service, account, clock }: MastodonDeps, reply: Reply | null): Outcome {
  if (reply === null) return { is: "unsure" };
  if (reply.status !== 200) return failureOf(reply, clock.now());
  const status = Status.safeParse(reply.json);
  if (!status.success) return { is: "sent", remote: null, url: null };
  const { id, url = null } = status.data;
  // Any server may respond anything: our pages link to it.
  const isLink =
    url !== null && (url.startsWith("https://") || url.startsWith(`${service.at(account.host)}/`));
  return { is: "sent", remote: id, url: isLink ? url : null };
}
