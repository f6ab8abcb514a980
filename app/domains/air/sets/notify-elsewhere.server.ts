/** Bookings, as the posts and webhooks of performers and stages are told of them. */
import type { AppContext } from "#app/context.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { notifyElsewhere } from "#app/domains/people/deliveries/tell.server.ts";
import { managedStagePath, stagePath } from "#app/paths.ts";
import type { SetRequestRow } from "./queries/requests.ts";

/** Those who are asked. */
export function notifyRequestElsewhere(ctx: AppContext, request: SetRequestRow): void {
  const asked = sideOf(request, !isAskedByPerformer(request));
  notifyElsewhere(ctx, [asked.owner], {
    kind: "request",
    key: request.id,
    at: ctx.clock.now(),
    path: asked.path,
    ...partsOf(request),
  });
}

/** Those who asked. `at`: an answer can be undone and given again. */
export function notifyAnswerElsewhere(
  ctx: Pick<AppContext, "afterAnswer" | "db" | "deliveries">,
  request: SetRequestRow,
  { isAccepted, at }: { isAccepted: boolean; at: number },
): void {
  const asker = sideOf(request, isAskedByPerformer(request));
  notifyElsewhere(ctx, [asker.owner], {
    kind: "answer",
    key: `${request.id}/${at}`,
    at,
    path: asker.path,
    isAccepted,
    ...partsOf(request),
  });
}

/** A booking of one week or more, told once with its first set: the performer and the stage. */
export function notifyBookedElsewhere(
  ctx: AppContext,
  booked: {
    performer: { id: string; username: string };
    stage: { id: string; name: string };
    set: { id: string; name: string; startsAt: number; endsAt: number };
  },
): void {
  const { performer, stage, set } = booked;
  notifyElsewhere(ctx, [`user/${performer.id}`, `stage/${stage.id}`], {
    kind: "booked",
    key: set.id,
    at: ctx.clock.now(),
    path: stagePath(stage.id),
    performer: { id: performer.id, username: performer.username },
    stage: { id: stage.id, name: stage.name },
    set,
  });
}

const isAskedByPerformer = ({ requestor, performer }: SetRequestRow) => requestor.id === performer.id;

function sideOf(
  { performer, stage }: SetRequestRow,
  isPerformer: boolean,
): { owner: OwnerPath; path: string } {
  return isPerformer
    ? { owner: `user/${performer.id}`, path: "/djs" }
    : { owner: `stage/${stage.id}`, path: managedStagePath(stage.id) };
}

const partsOf = ({ id, performer, stage, name, startsAt, endsAt }: SetRequestRow) => ({
  request: id,
  performer: { id: performer.id, username: performer.username },
  stage: { id: stage.id, name: stage.name },
  set: { name, startsAt, endsAt },
});
