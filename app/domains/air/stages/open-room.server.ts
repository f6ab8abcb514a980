import type { AppContext, Room } from "#app/context.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { AppError } from "#app/errors.ts";
import type { ListenInput } from "./contract/stages.ts";
import { requireStageId } from "./require-stage.server.ts";

export interface OpenRoom {
  kind: "stage" | "profile";
  id: string;
  live: Room;
}

/**
 * The live side of the stage `room` or else of the performer `dj`. Both are looked up first: an invalid id must not
 * create an object. Throws `bad-input` where neither is named, `not-found`.
 */
export async function openRoom(
  ctx: Pick<AppContext, "db" | "rooms">,
  input: Pick<ListenInput, "room" | "dj">,
): Promise<OpenRoom> {
  if (input.room != null) {
    const id = await requireStageId(ctx, input.room);
    return { kind: "stage", id, live: ctx.rooms.stage(id) };
  }
  if (input.dj == null) throw new AppError("bad-input");
  const { id } = await getPerson(ctx, input.dj);
  return { kind: "profile", id, live: ctx.rooms.profile(id) };
}
