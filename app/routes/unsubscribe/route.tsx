import type { UnsubscribeView } from "#app/domains/people/notifications/contract.ts";
import { readUnsubscribe } from "#app/domains/people/notifications/unsubscribe.server.ts";
import { AppError } from "#app/errors.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";
import { UnsubscribePage } from "./unsubscribe-page.tsx";

/** The target of the links in emails about notices. Opening one turns nothing off: email scanners open them too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request.url) ?? "";
  const link = readUnsubscribe(context.get(appContext), { token }).catch(nullWhereBroken);
  return { token, link: await forPage(request, link) };
}

function nullWhereBroken(error: unknown): UnsubscribeView | null {
  if (error instanceof AppError && error.code === "bad-input") return null;
  throw error;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Unsubscribe · Cue" }, { name: "robots", content: "noindex" }];
}

export default function UnsubscribeRoute({ loaderData }: Route.ComponentProps) {
  return <UnsubscribePage {...loaderData} />;
}
