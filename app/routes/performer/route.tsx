import { openPerformerDesk } from "#app/domains/media/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { answer } from "../answer.server.ts";
import type { Route } from "./+types/route";
import { Dashboard } from "./dashboard.tsx";
import { Onboarding } from "./onboarding.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { desk: await answer(request, openPerformerDesk(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Broadcast · Cue" }];
}

/** The dashboard once the stream test is passed; before that, the way to it. */
export default function PerformerRoute({ loaderData }: Route.ComponentProps) {
  const { desk } = loaderData;
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      {desk.hasPassedTest ? <Dashboard desk={desk} /> : <Onboarding />}
    </main>
  );
}
