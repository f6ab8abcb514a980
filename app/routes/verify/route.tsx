import { verifyEmail } from "#app/domains/accounts/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { answer } from "../answer.server.ts";
import { PlainPage, tokenIn } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";

/** Where the link of the confirming mail leads. Using it up is what opening it means. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request.url);
  if (token === null) return { isVerified: false };
  return { isVerified: await answer(request, verifyEmail(context.get(appContext), { token })) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Confirm your address · Cue" }, { name: "robots", content: "noindex" }];
}

export default function VerifyRoute({ loaderData }: Route.ComponentProps) {
  const { isVerified } = loaderData;
  return (
    <PlainPage title={isVerified ? "Your email is verified" : "This link no longer works"}>
      <p className="text-16 text-ink-2">
        {isVerified
          ? "Thank you. Your address is confirmed and you can close this page."
          : "It was used already, or it is older than a day. If your address is confirmed there is nothing left to do."}
      </p>
      <p className="mt-6">
        <a href="/" className={buttonClass("solid")}>
          Go to Cue
        </a>
      </p>
    </PlainPage>
  );
}
