/** Weekly series keep their local time also where a zone's rules change after they were booked. */
import type { AppContext } from "#app/context.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { noteNotice } from "#app/domains/people/notifications/tell.server.ts";
import { managedStagePath } from "#app/paths.ts";
import { notifyStage } from "./notify-stage.server.ts";
import { listManagerIds } from "./queries/requests.ts";
import { type ComingSet, listComingSeriesSets, moveSetByRules } from "./queries/series.ts";
import { slotByRules } from "./slot-by-rules.ts";

/**
 * Moves coming sets whose zone has other rules now, and tells their performers and managers; one whose new time is
 * taken stays, and they are told that too. Sets that somebody has changed stay as they are. May run at any time.
 */
export async function keepLocalTimes(ctx: AppContext): Promise<void> {
  const sets = await listComingSeriesSets(ctx.db, ctx.clock.now());
  let waiting = sets.flatMap((set) => {
    const slot = slotByRules(set);
    return slot === null ? [] : [{ set, slot }];
  });
  const stages = new Set<string>();
  // Where one follows the other, the first can move only after the second.
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    const taken: typeof waiting = [];
    for (const each of waiting) {
      if (await moveSetByRules(ctx.db, each.set, { ...each.slot, changedAt: ctx.clock.now() })) {
        stages.add(each.set.stageId);
        await tell(ctx, each.set, each.slot, movedSentence(each.set, each.slot));
      } else taken.push(each);
    }
    waiting = taken;
  }
  for (const { set, slot } of waiting) await tell(ctx, set, slot, takenSentence(set));
  for (const stageId of stages) await notifyStage(ctx, stageId);
}

const nameOf = ({ name, stageName }: ComingSet) => `“${cleanLine(name)}” on ${cleanLine(stageName)}`;

const movedSentence = (set: ComingSet, slot: Slot) =>
  `The clocks in ${set.timeZone} have new rules: ${nameOf(set)} moves from ${utcTime(set.startsAt)} to ${utcTime(slot.startsAt)}, so that its local time stays the same.`;

const takenSentence = (set: ComingSet) =>
  `The clocks in ${set.timeZone} have new rules: ${nameOf(set)} stays at ${utcTime(set.startsAt)}, a different local time than in other weeks, because the usual time is taken.`;

async function tell(ctx: AppContext, set: ComingSet, slot: Slot, message: string): Promise<void> {
  const notice = {
    kind: "booking",
    at: ctx.clock.now(),
    message,
    key: `clocks:${set.id}:${slot.startsAt}`,
  } as const;
  const managers = (await listManagerIds(ctx.db, set.stageId)).filter((id) => id !== set.performerId);
  await (await noteNotice(ctx, [set.performerId], { ...notice, url: "/djs" })).deliver();
  await (await noteNotice(ctx, managers, { ...notice, url: managedStagePath(set.stageId) })).deliver();
}
