import { openVerification } from "#app/domains/people/accounts/verification.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";
import { VerifyPage } from "./verify-page.tsx";

/**
 * The target of the confirmation email's link, and the result after its button was pressed (`workers/verify.ts`).
 * Opening it confirms nothing: email scanners open links too.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request.url);
  const isVerified = new URL(request.url).searchParams.get("outcome") === "verified";
  const link =
    token === null ? null : await forPage(request, openVerification(context.get(appContext), { token }));
  return { token, link, isVerified };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Confirm Email Address · Cue" }, { name: "robots", content: "noindex" }];
}

export default function VerifyRoute({ loaderData }: Route.ComponentProps) {
  return <VerifyPage {...loaderData} />;
}
