import type { AppContext } from "#app/context.ts";
import type { OnAirView } from "../stages/contract/stages.ts";
import type { EncoderAir } from "./contract/encoder.ts";

const profilePath = (userId: string) => `profile/${userId}`;

/**
 * Returns where the sound of a performer's own stream is heard now, or null where the room cannot be reached. `heldBy`:
 * the room that carries the stream or holds it ready, `stage/…`; null: the performer's profile.
 */
export async function findAir(
  ctx: Pick<AppContext, "log" | "rooms">,
  { performerId, streamId, heldBy }: { performerId: string; streamId: string; heldBy: string | null },
): Promise<EncoderAir | null> {
  const [kind, id = ""] = (heldBy ?? profilePath(performerId)).split("/");
  try {
    const view = await (kind === "stage" ? ctx.rooms.stage(id) : ctx.rooms.profile(id)).onAir();
    return toEncoderAir(view, { performerId, streamId, isStage: kind === "stage" });
  } catch (error) {
    ctx.log.warn("air-unknown", { room: heldBy, reason: String(error) });
    return null;
  }
}

function toEncoderAir(
  view: OnAirView,
  { performerId, streamId, isStage }: { performerId: string; streamId: string; isStage: boolean },
): EncoderAir {
  const { currentSet, currentDj, nextSet, endTime } = view;
  const next = nextSet && { username: nextSet.user.username, startTime: nextSet.startTime };
  if (view.online && view.currentUrl === `/live/${streamId}`) {
    return { state: "onAir", stage: currentSet?.room?.name ?? null, endTime, next, current: null };
  }
  if (!isStage) return { state: "off", stage: null, endTime: null, next: null, current: null };
  const stage = nextSet?.room?.name ?? currentSet?.room?.name ?? null;
  const current = currentDj?.username ?? null;
  // A stage holds a stream before its performer's set, and for the rest of the overrun after it.
  const isBefore = nextSet?.user.id === performerId;
  return { state: isBefore ? "standby" : "cut", stage, endTime: null, next, current };
}
