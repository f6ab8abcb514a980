import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { readPublicUrl } from "#app/domains/people/integrations/public-host.ts";

/** Path below which a local copy has a receiver of its own. */
const simulatorPath = "/dev/elsewhere/webhooks/";

/** The address that a webhook may call; null for one that is not public, or is of this instance. */
export function readWebhookUrl(
  text: string,
  { origin, isSimulated }: Pick<Connection, "origin" | "isSimulated">,
): URL | null {
  return (isSimulated ? readSimulatorUrl(text, origin) : null) ?? readPublicUrl(text, origin);
}

function readSimulatorUrl(text: string, origin: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.origin !== new URL(origin).origin) return null;
  const isBelow = url.pathname.startsWith(simulatorPath) && url.pathname !== simulatorPath;
  return isBelow && url.username === "" && url.password === "" && url.hash === "" ? url : null;
}
