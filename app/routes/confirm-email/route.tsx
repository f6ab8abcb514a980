import type { EmailLinkView } from "#app/domains/people/accounts/contract/security.ts";
import { openEmailLink } from "#app/domains/people/accounts/security/email-change.server.ts";
import { AppError } from "#app/errors.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";
import { ConfirmEmailPage } from "./confirm-email-page.tsx";

/** The target of the links of a change of address. Opening one confirms nothing: email scanners open them too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request.url) ?? "";
  const link = openEmailLink(context.get(appContext), { token }).catch(nullWhereUsed);
  return { token, link: await forPage(request, link) };
}

function nullWhereUsed(error: unknown): EmailLinkView | null {
  if (error instanceof AppError && error.code === "link-used") return null;
  throw error;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Change Email Address · Cue" }, { name: "robots", content: "noindex" }];
}

export default function ConfirmEmailRoute({ loaderData }: Route.ComponentProps) {
  return <ConfirmEmailPage {...loaderData} />;
}
