import { DurableObject } from "cloudflare:workers";
import type { OwnEvent } from "#app/domains/deliveries/events.ts";
import type { DeliveriesPort, DeliveryRecord, HeardTrack } from "#app/domains/deliveries/port.ts";

/** What is sent to other services on behalf of one person or stage. */
export class Deliveries extends DurableObject<Env> implements DeliveriesPort {
  async happened(_event: OwnEvent): Promise<void> {}
  async heard(_listen: HeardTrack): Promise<void> {}
  async test(): Promise<DeliveryRecord> {
    throw new Error("not built");
  }
  async list(): Promise<DeliveryRecord[]> {
    return [];
  }
  async retry(): Promise<DeliveryRecord | null> {
    return null;
  }
  async forgetTarget(): Promise<void> {}
  async erase(): Promise<void> {}
}
