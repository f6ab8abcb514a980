import type { AppContext } from "#app/context.ts";
import { rateOfClient, requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { countListens, insertListen } from "#app/domains/value/stats/queries/stats.ts";
import { findSet } from "../sets/queries/sets.ts";
import type { AppListenerInput, AppListenerView, ListenInput, ListenView } from "./contract/stages.ts";
import { type OpenRoom, openRoom } from "./open-room.server.ts";

const rate = { max: 60, perMs: 60_000 } as const;

/** The id of a performance on a profile, where sets have theirs. */
const profileSet = /^profile-(.+)$/;

/**
 * Counts the caller as a listener of the performance on air, once, however often the call is made. The room knows who
 * listens: a listener whom it does not know is not counted. Throws `not-found`, `bad-input`, `rate-limited`.
 */
export async function recordListen(ctx: AppContext, input: ListenInput): Promise<ListenView> {
  await requireListenRate(ctx, "listen");
  const room = await openRoom(ctx, input);
  const counted = !ctx.caller.isCrawler && (await count(ctx, room, input.set ?? null));
  const of = room.kind === "stage" ? { stageId: room.id } : { performerId: room.id };
  return { counted, listenCount: await countListens(ctx.db, of) };
}

async function count(ctx: AppContext, { kind, id, live }: OpenRoom, setId: string | null): Promise<boolean> {
  const network = ctx.caller.networkIn(`${kind}/${id}`);
  const hearing = await live.hearing({ userId: ctx.viewer?.id ?? null, network });
  if (hearing === null || (setId !== null && setId !== hearing.setId)) return false;
  return insertListen(ctx.db, { ...hearing, listenedAt: ctx.clock.now() });
}

/** Limits users individually, all others with their network. Throws `rate-limited`. */
function requireListenRate(ctx: AppContext, name: string): Promise<void> {
  const { viewer, clientKey } = ctx;
  return viewer === null
    ? requireRate(ctx, `${name}:${clientKey}`, rateOfClient(ctx, rate))
    : requireRate(ctx, `${name}:${viewer.id}`, rate);
}

/**
 * An app reports that it plays the stream of a performance, or that it stops. It counts as one listener together with
 * the connection that delivers its sound. Throws `not-found`, `rate-limited`.
 */
export async function noteAppListener(
  ctx: AppContext,
  input: AppListenerInput,
  { isOver }: { isOver: boolean },
): Promise<AppListenerView> {
  await requireListenRate(ctx, "listen:app");
  const { room, setId } = await findPerformance(ctx, input.setId);
  const path = `${room.kind}/${room.id}`;
  const { caller, viewer } = ctx;
  const app = {
    userId: viewer?.id ?? null,
    network: caller.networkIn(path),
    program: caller.programIn(path),
  };
  const isTaken = !caller.isCrawler && (await room.live.appPlays(app, { setId, isOver }));
  return { active: isTaken && !isOver };
}

/** A set, the performance on a profile, or an on-demand stage, which has no sets. Throws `not-found`. */
async function findPerformance(
  ctx: Pick<AppContext, "db" | "rooms">,
  name: string,
): Promise<{ room: OpenRoom; setId: string | null }> {
  const userId = profileSet.exec(name)?.[1];
  if (userId !== undefined) return { room: await openRoom(ctx, { dj: userId }), setId: null };
  const set = await findSet(ctx.db, name);
  return { room: await openRoom(ctx, { room: set?.stageId ?? name }), setId: set?.id ?? null };
}
