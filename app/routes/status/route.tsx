import { listServices } from "#app/domains/outside/status/operations.server.ts";
import { openTokensStatus } from "#app/domains/value/tokens/status.server.ts";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/route";
import { StatusPage } from "./status-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [services, tokens] = await Promise.all([listServices(ctx), openTokensStatus(ctx)]);
  return { services, tokens };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "System status · Cue" },
    { name: "description", content: "The current status of each Cue service." },
  ];
}

export default function StatusRoute({ loaderData }: Route.ComponentProps) {
  return <StatusPage initial={loaderData.services} tokens={loaderData.tokens} />;
}
