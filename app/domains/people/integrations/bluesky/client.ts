/**
 * Posts at Bluesky, by the AT Protocol. An app password signs in; OAuth would need more of an instance (a public address
 * for its metadata, keys for each session) and gives nothing more here.
 */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Reply } from "../http.ts";
import type { Post, PostClient } from "../post-client.ts";
import { composeText, type Facet } from "./post-text.ts";
import { callXrpc, type Failure, failureOf, noResponse } from "./protocol.ts";
import { recordKeyOf } from "./record-key.ts";
import { BlueskySession, type SessionDeps } from "./session.ts";

const collection = "app.bsky.feed.post";
const maxThumbBytes = 1_000_000;

/** Returns a client without `edit`: a record can be changed, but the apps do not show it. */
export function connectBluesky(deps: SessionDeps): PostClient {
  const session = new BlueskySession(deps);
  const find = async (post: Post) => findPost(deps, session, await recordKeyOf(post.key));
  return { send: (post) => sendPost(deps, session, post), find };
}

const isFailure = (answer: Reply | null | Failure): answer is Failure => answer !== null && "is" in answer;

async function sendPost(deps: SessionDeps, session: BlueskySession, post: Post): Promise<Outcome> {
  const { text, facets } = composeText(post.text, post.link);
  const embed = await makeCard(session, post, linkOf(facets));
  if (embed !== null && "is" in embed) return embed;
  const rkey = await recordKeyOf(post.key);
  const reply = await session.call({
    method: "com.atproto.repo.createRecord",
    json: {
      repo: session.account.did,
      collection,
      rkey,
      record: {
        $type: collection,
        text,
        createdAt: new Date(deps.clock.now()).toISOString(),
        ...(facets.length > 0 && { facets }),
        ...(embed !== null && { embed }),
      },
    },
  });
  if (reply === null) return { is: "unsure" };
  if (isFailure(reply)) return reply;
  if (reply.status === 200) return sentAs(deps, session, rkey);
  const failure = failureOf(reply, deps.clock.now());
  // A server that has the record already, from an attempt before, responds with an error of its own.
  if (reply.status === 429 || failure.is === "dead") return failure;
  const there = await findPost(deps, session, rkey);
  return there?.is === "sent" ? there : failure;
}

/** The last one: a post may have it in its text, too. */
function linkOf(facets: readonly Facet[]): string | null {
  const uris = facets.flatMap(({ features }) =>
    features.map((feature) => ("uri" in feature ? feature.uri : null)),
  );
  return uris.findLast((uri) => uri !== null) ?? null;
}

/** Bluesky does not read the page behind a link: a post has its title and picture itself. */
async function makeCard(
  session: BlueskySession,
  { card }: Post,
  link: string | null,
): Promise<object | null | Failure> {
  if (card === null || link === null) return null;
  const thumb = await uploadThumb(session, (await card.picture?.()) ?? null);
  if (thumb !== null && "is" in thumb) return thumb;
  const { title, description } = card;
  const external = { uri: link, title, description, ...(thumb !== null && { thumb: thumb.blob }) };
  return { $type: "app.bsky.embed.external", external };
}

/** Null: the post goes without a picture. */
async function uploadThumb(
  session: BlueskySession,
  picture: Uint8Array | null,
): Promise<{ blob: unknown } | null | Failure> {
  const type = picture === null ? null : pictureType(picture);
  if (picture === null || type === null || picture.length > maxThumbBytes) return null;
  const content = Uint8Array.from(picture);
  const reply = await session.call({ method: "com.atproto.repo.uploadBlob", bytes: { type, content } });
  if (isFailure(reply)) return reply;
  if (reply?.status !== 200) return null;
  const uploaded = z.object({ blob: z.looseObject({}) }).safeParse(reply.json);
  return uploaded.success ? uploaded.data : null;
}

/** Returns the media type by the first bytes. */
function pictureType(bytes: Uint8Array): string | null {
  const begins = (...first: number[]) => first.every((byte, at) => bytes[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (begins(0x89, 0x50, 0x4e, 0x47)) return "image/png";
  return null;
}

/** Null where it is not there. */
async function findPost(deps: SessionDeps, session: BlueskySession, rkey: string): Promise<Outcome | null> {
  const { did, host } = session.account;
  const reply = await callXrpc(deps.service, host, {
    method: "com.atproto.repo.getRecord",
    query: { repo: did, collection, rkey },
  });
  if (reply === null) return noResponse;
  if (reply.status === 200) return sentAs(deps, session, rkey);
  // `RecordNotFound`, and of older servers `InvalidRequest`.
  return reply.status === 400 || reply.status === 404 ? null : failureOf(reply, deps.clock.now());
}

function sentAs({ service }: SessionDeps, { account: { did } }: BlueskySession, rkey: string): Outcome {
  return {
    is: "sent",
    remote: `at://${did}/${collection}/${rkey}`,
    url: `${service.at("bsky.app")}/profile/${did}/post/${rkey}`,
  };
}
