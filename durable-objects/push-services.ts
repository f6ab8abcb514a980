import type { PushServices } from "#app/context.ts";
import { isPushEndpoint } from "#app/domains/notifications/push-endpoint.ts";
import { simulatorOrigin } from "./push-simulator/push-simulator.ts";
import { type Objects, pushSimulator } from "./stubs.ts";

type PushServicesEnv = Pick<Env, "CUE_MODE"> & Objects;

/** Where an object's pushes go: a `fetch` to whatever `accepts` lets through. */
interface ReachablePushServices extends PushServices {
  post(endpoint: string, init: RequestInit): Promise<Response>;
}

/** The makers of browsers, on the web. */
const web: ReachablePushServices = {
  accepts: isPushEndpoint,
  post: (endpoint, init) => fetch(endpoint, init),
};

/** In a local copy also the simulator, which is asked directly; nowhere else does its name mean anything. */
export function pushServices(env: PushServicesEnv): ReachablePushServices {
  if ((env.CUE_MODE as string) !== "local") return web;
  const isSimulated = (endpoint: string) => URL.parse(endpoint)?.origin === simulatorOrigin;
  return {
    accepts: (endpoint) => isSimulated(endpoint) || web.accepts(endpoint),
    post: (endpoint, init) =>
      isSimulated(endpoint)
        ? pushSimulator(env).fetch(new Request(endpoint, init))
        : web.post(endpoint, init),
  };
}
