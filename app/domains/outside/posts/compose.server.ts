/** A target's post about an event, or as a test. */
import type { AppContext } from "#app/context.ts";
import type { EventOf, OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import type { Post, PostCard, PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import { buildPost, type PostFacts } from "./build.ts";
import { exampleFacts, type PostKind, templateOf } from "./default-texts.ts";
import { findPostOwner, findPostPicture, type PostOwner } from "./queries/post-settings.ts";
import type { PostTarget } from "./queries/post-targets.ts";

/** Events of which posts tell. */
export type PostedEvent = EventOf<"live" | "booked" | "ended">;

export const isPosted = (event: OwnEvent): event is PostedEvent =>
  event.kind === "live" || event.kind === "booked" || event.kind === "ended";

const kinds: Record<PostedEvent["kind"], PostKind> = { live: "live", booked: "booking", ended: "ended" };

/** `pictures`: of people and stages, for services that show a link with one; without it they show none. */
export type ComposeContext = Pick<AppContext, "db"> & Partial<Pick<AppContext, "pictures">>;

type Ids = Record<"performer" | "stage", string | null>;

interface Composing {
  connection: Connection;
  limit: PostLimit;
  target: PostTarget;
}

/** The text of an event with what it names, by the target's settings. */
export function composeEvent(
  ctx: ComposeContext,
  { connection, limit, target }: Composing,
  event: PostedEvent,
): Omit<Post, "key"> {
  const facts = factsOf(event);
  const kind = kinds[event.kind];
  // A changed post has no text of its own in the settings.
  const own = kind === "live" ? target.liveText : kind === "booking" ? target.bookingText : "";
  const link = target.hasLink ? `${connection.origin}${pathOf(event)}` : null;
  const template = templateOf(voiceOf(target), kind, { own, facts });
  const ids = { performer: event.performer?.id ?? null, stage: event.stage?.id ?? null };
  return {
    ...buildPost({ template, facts, link, limit }),
    card: link === null ? null : cardOf(ctx, facts, { ids, origin: connection.origin }),
  };
}

/** The text as it was composed before, with the link of its owner's page. */
export async function composeTest(
  ctx: ComposeContext,
  { connection, target }: Pick<Composing, "connection" | "target">,
  text: string,
): Promise<Omit<Post, "key">> {
  const owner = await findPostOwner(ctx.db, target);
  const address = owner === undefined ? null : `${connection.origin}${ownerPathOf(owner)}`;
  // Where its owner has placed the link, the text has it already.
  if (address === null || !target.hasLink || text.includes(address)) return { text, link: null, card: null };
  const facts = exampleFacts({ owner: voiceOf(target).owner, name: owner?.name ?? "", now: 0 });
  const ids = { performer: target.userId, stage: target.stageId };
  const card = cardOf(ctx, facts, { ids, origin: connection.origin });
  return { text, link: address, card };
}

/** Returns the path that the link of a test leads to. */
export const ownerPathOf = ({ kind, address }: PostOwner): string =>
  kind === "stage" ? stagePath(encodeURIComponent(address)) : profilePath(address);

export const voiceOf = ({ party, stageId }: Pick<PostTarget, "party" | "stageId">) =>
  ({ party, owner: stageId === null ? "user" : "stage" }) as const;

/** Returns the facts about an event. */
function factsOf(event: PostedEvent): PostFacts {
  return {
    performer: event.performer?.username ?? null,
    stage: event.stage?.name ?? null,
    set: event.set?.name || null,
    at: event.kind === "booked" ? event.set.startsAt : event.at,
  };
}

/** Returns the path of the link; after the end it leads to the replay, where there is one. */
const pathOf = (event: PostedEvent): string =>
  event.kind === "ended" ? (event.replay ?? event.path) : event.path;

function cardOf(
  { db, pictures }: ComposeContext,
  { performer, stage, set }: PostFacts,
  { ids, origin }: { ids: Ids; origin: string },
): PostCard {
  const names = [performer, stage].filter((name) => name !== null);
  return {
    title: set ?? names[0] ?? "Cue Music",
    description: [...names, "Cue Music"].join(" · "),
    picture:
      pictures === undefined
        ? null
        : async () => {
            const path = await findPostPicture(db, ids);
            return path === null ? null : pictures.readAsJpeg(path);
          },
    pictureUrl: async () => {
      const path = await findPostPicture(db, ids);
      return path === null ? null : `${origin}${path}`;
    },
  };
}
