import { Room } from "./room.ts";

/** One stage, named by its id. */
export class StageRoom extends Room {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, "stage");
  }
}
