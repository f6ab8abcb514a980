import { listDevices } from "#app/domains/people/accounts/security/devices.server.ts";
import { getEmail } from "#app/domains/people/accounts/security/email-change.server.ts";
import { listPasskeys } from "#app/domains/people/accounts/security/passkeys.server.ts";
import { getSecondFactor } from "#app/domains/people/accounts/security/second-factor.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SecurityPage } from "./security-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const read = Promise.all([getEmail(ctx), listPasskeys(ctx), getSecondFactor(ctx), listDevices(ctx)]);
  const [email, passkeys, secondFactor, devices] = await forPage(request, read);
  return { email, passkeys, secondFactor, devices };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Security · Cue" }];
}

export default function SecurityRoute({ loaderData }: Route.ComponentProps) {
  return <SecurityPage {...loaderData} />;
}
