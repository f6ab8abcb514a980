import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";

/** The page with the webhooks of this owner. Here, because no first visit needs it. */
export function webhooksPathOf(owner: OwnerPath): string {
  const [kind = "", id = ""] = owner.split("/", 2);
  return kind === "stage" ? `/management/webhooks/${id}` : "/settings/webhooks";
}
