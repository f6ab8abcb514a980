import type { PushServices } from "#app/context.ts";
import { isPushEndpoint } from "#app/domains/people/notifications/push-endpoint.ts";

/** The services to which an inbox sends its pushes. */
export interface ReachablePushServices extends PushServices {
  /** A `fetch` to an endpoint that `accepts` allows. */
  post(endpoint: string, init: RequestInit): Promise<Response>;
}

/** The push services of the browser vendors. */
export const webPushServices: ReachablePushServices = {
  accepts: isPushEndpoint,
  post: (endpoint, init) => fetch(endpoint, init),
};
