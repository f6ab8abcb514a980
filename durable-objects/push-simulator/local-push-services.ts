import { type ReachablePushServices, webPushServices } from "../push-services.ts";
import { type PushSimulator, simulatorOrigin } from "./push-simulator.ts";

type SimulatorEnv = Pick<Env, "CUE_MODE" | "PUSH_SIMULATOR">;

export function pushSimulator(env: SimulatorEnv): DurableObjectStub<PushSimulator> {
  if (env.PUSH_SIMULATOR === undefined) throw new Error("PUSH_SIMULATOR is not bound.");
  return env.PUSH_SIMULATOR.getByName("push");
}

/** The push services on the web and the simulator, which is called by its binding; on a deployed copy only the web. */
export function localPushServices(env: SimulatorEnv): ReachablePushServices {
  if ((env.CUE_MODE as string) !== "local") return webPushServices;
  const isSimulated = (endpoint: string) => URL.parse(endpoint)?.origin === simulatorOrigin;
  return {
    accepts: (endpoint) => isSimulated(endpoint) || webPushServices.accepts(endpoint),
    post: (endpoint, init) =>
      isSimulated(endpoint)
        ? pushSimulator(env).fetch(new Request(endpoint, init))
        : webPushServices.post(endpoint, init),
  };
}
