import { Inbox } from "../inbox/inbox.ts";
import type { ReachablePushServices } from "../push-services.ts";
import { localPushServices } from "./local-push-services.ts";

/** The inbox of a local copy, which can also push to simulated browsers. */
export class LocalInbox extends Inbox {
  protected override get pushServices(): ReachablePushServices {
    return localPushServices(this.env);
  }
}
