import type { DeliveriesPort, OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { deliveries, type Objects } from "../stubs.ts";

/** The deliveries of an owner, as operations see them: the runtime lets no object have a method named `test`. */
export function deliveriesOf(env: Objects, owner: OwnerPath): DeliveriesPort {
  const stub = deliveries(env, owner);
  return {
    happened: (event) => stub.happened(event),
    heard: (listen) => stub.heard(listen),
    test: (input) => stub.sendTest(input),
    list: (query) => stub.list(query),
    retry: (id) => stub.retry(id),
    forgetTarget: (target) => stub.forgetTarget(target),
    forgetUser: (userId) => stub.forgetUser(userId),
    erase: () => erased(stub.erase()),
  };
}
