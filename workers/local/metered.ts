/** The entry of a local copy: the Worker of `app.ts` with all that it uses counted, as the platform would bill it. */
import type { UsageMeterPort } from "#app/domains/outside/operator/usage/port.ts";
import { UsageMeter } from "#packages/usage-meter/usage-meter.ts";
import worker, * as local from "./app.ts";

const meter = new UsageMeter();
/** Time of the first request: there is no clock while a module is loaded. */
let startedAt: number | undefined;

/** The counts of this copy since its start. */
const ownMeter: UsageMeterPort = {
  async read({ from, to }) {
    return {
      is: "counted",
      scope: "copy",
      from: Math.max(from, startedAt ?? to),
      to,
      usage: meter.total(to),
    };
  },
};

export const Alerts = meter.objectClass("Alerts", local.Alerts);
export const Conversation = meter.objectClass("Conversation", local.Conversation);
export const Deliveries = meter.objectClass("Deliveries", local.Deliveries);
export const Inbox = meter.objectClass("Inbox", local.Inbox);
export const Limiter = meter.objectClass("Limiter", local.Limiter);
export const Lobby = meter.objectClass("Lobby", local.Lobby);
export const LobbyShard = meter.objectClass("LobbyShard", local.LobbyShard);
export const MediaGateway = meter.objectClass("MediaGateway", local.MediaGateway);
export const ProfileRoom = meter.objectClass("ProfileRoom", local.ProfileRoom);
export const ReferenceShard = meter.objectClass("ReferenceShard", local.ReferenceShard);
export const Relay = meter.objectClass("Relay", local.Relay);
export const SoundCheck = meter.objectClass("SoundCheck", local.SoundCheck);
export const StageRoom = meter.objectClass("StageRoom", local.StageRoom);
export const Tape = meter.objectClass("Tape", local.Tape);
export const Wallet = meter.objectClass("Wallet", local.Wallet);
// Simulators of other services have no price.
export { PushSimulator, Simulators } from "./app.ts";

const metered = meter.handlers(worker);

export default {
  ...metered,
  fetch(request, env, ctx) {
    startedAt ??= Date.now();
    if (new URL(request.url).pathname !== "/dev/usage.json")
      return metered.fetch(request, { ...env, METER: ownMeter }, ctx);
    return Response.json({
      at: Date.now(),
      total: meter.total(),
      classes: meter.usages(),
      statements: meter.statements(),
    });
  },
} satisfies ExportedHandler<Env>;
