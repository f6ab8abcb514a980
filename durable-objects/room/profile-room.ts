import { Room } from "./room.ts";

/** One performer's profile, named by their user id. */
export class ProfileRoom extends Room {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, "profile");
  }
}
