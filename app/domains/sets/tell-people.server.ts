/** Who is told of what becomes of a request or a set: always the other side, never whoever did it. */
import type { AppContext } from "#app/context.ts";
import { listManagerIds, type SetRequestRow } from "#db/queries/requests.ts";
import type { SetChange, SetRow } from "#db/queries/sets.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { NewNotice } from "../notifications/contract.ts";
import { noteNotice } from "../notifications/tell.server.ts";

type Told = Pick<NewNotice, "message" | "key" | "url">;

/** Asked for: those who can answer. */
export async function tellOfRequest(
  ctx: AppContext,
  request: SetRequestRow,
  ids: readonly string[],
): Promise<void> {
  const { id, name, stage, performer, requestor } = request;
  const isAskedByPerformer = requestor.id === performer.id;
  const message = isAskedByPerformer
    ? `${performer.username} asks to play “${name}” on ${stage.name}.`
    : `${stage.name} asks you to play “${name}”.`;
  const url = isAskedByPerformer ? `/management/${stage.id}` : "/djs";
  await tell(ctx, ids, { message, key: `request:${id}`, url });
}

/** Accepted, declined, taken back by those who had asked, or booked at once where nobody had to answer. */
export async function tellOfAnswer(
  ctx: AppContext,
  request: SetRequestRow,
  outcome: "accepted" | "declined" | "cancelled" | "booked",
): Promise<void> {
  const { id, name, stage, performer } = request;
  const viewer = requireViewer(ctx);
  const toPerformer = performer.id !== viewer.id;
  const ids = toPerformer ? [performer.id] : await listManagerIds(ctx.db, stage.id);
  const what = outcome === "cancelled" ? "taken back" : outcome;
  const message = toPerformer
    ? `“${name}” on ${stage.name} was ${what}.`
    : `${performer.username} has ${what} “${name}” on ${stage.name}.`;
  const url = toPerformer ? "/djs" : `/management/${stage.id}`;
  await tell(ctx, ids, { message, key: `request:${id}:${outcome}`, url });
}

/** Moved or renamed: by its performer to the stage's managers, by a manager to its performer. */
export async function tellOfChange(ctx: AppContext, set: SetRow, change: SetChange): Promise<void> {
  const isMoved = set.startsAt !== change.startsAt || set.endsAt !== change.endsAt;
  if (!isMoved && set.name === change.name) return;
  const what = isMoved ? `moved to ${timeOf(change.startsAt)}` : `renamed to “${change.name}”`;
  const revision = set.revision + 1;
  await tellOfSet(ctx, set, `was ${what}`, `set:${set.id}:changed:${revision}`);
}

export async function tellOfCancel(ctx: AppContext, set: SetRow, count: number): Promise<void> {
  const weeks = count > 1 ? ` for ${count} weeks` : "";
  await tellOfSet(ctx, set, `at ${timeOf(set.startsAt)} was cancelled${weeks}`, `set:${set.id}:cancelled`);
}

async function tellOfSet(ctx: AppContext, set: SetRow, what: string, key: string): Promise<void> {
  const viewer = requireViewer(ctx);
  const toPerformer = set.performerId !== viewer.id;
  const ids = toPerformer ? [set.performerId] : await listManagerIds(ctx.db, set.stageId);
  const whose = toPerformer ? "Your set" : `The set of ${set.performerName}`;
  const url = toPerformer ? "/djs" : `/management/${set.stageId}`;
  await tell(ctx, ids, { message: `${whose} “${set.name}” ${what}.`, key, url });
}

/** What was done is done, also where somebody cannot be told of it now: they are later. */
async function tell(ctx: AppContext, ids: readonly string[], told: Told): Promise<void> {
  const viewer = requireViewer(ctx);
  const notice: NewNotice = { kind: "booking", at: ctx.clock.now(), about: viewer.id, ...told };
  const others = ids.filter((id) => id !== viewer.id);
  const noted = await noteNotice(ctx, others, notice);
  await noted.deliver();
}

const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const timeOf = (at: number) => `${timeFormat.format(at)} UTC`;
