import { verifyEmail } from "#app/domains/accounts/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { Mark } from "#app/ui/brand.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { answer } from "../answer.server.ts";
import type { Route } from "./+types/route";

/** Longer than any token that is sent out. */
const longestToken = 128;

/** Where the link of the confirming mail leads. Using it up is what opening it means. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  if (token === "" || token.length > longestToken) return { isVerified: false };
  return { isVerified: await answer(request, verifyEmail(context.get(appContext), { token })) };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Confirm your address · Cue" },
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "no-referrer" },
  ];
}

export default function VerifyRoute({ loaderData }: Route.ComponentProps) {
  const { isVerified } = loaderData;
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center px-5 py-16">
      <Mark className="mb-6 size-14" />
      <h1 className="display text-44">
        {isVerified ? "Your email is verified" : "This link no longer works"}
      </h1>
      <TickRule className="my-5" />
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
    </main>
  );
}
