import { redirect } from "react-router";
import type { AppContext } from "#app/context.ts";
import { listStageSchedule } from "#app/domains/air/sets/played.server.ts";
import { knownSpan } from "#app/domains/air/sets/ui/booking/free-time.ts";
import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { AppError } from "#app/errors.ts";
import { appContext } from "#app/router-context.ts";
import { forPage, logInFirst } from "../for-page.server.ts";
import type { Route } from "./+types/performer-route";
import { BookStagePage } from "./book-stage-page.tsx";
import { openUploadChoice } from "./upload-choice.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { viewer } = ctx;
  if (viewer === null) throw logInFirst(request);
  // Before the stream test nothing can be booked: that page leads to it.
  if (!viewer.isPerformer || !viewer.hasPassedTest) throw redirect("/djs");
  const room = new URL(request.url).searchParams.get("room");
  const [upload, asked] = await forPage(
    request,
    Promise.all([openUploadChoice(ctx), room === null ? null : findBookable(ctx, room)]),
  );
  return { upload, asked, isGone: room !== null && asked === null };
}

/** The stage of a link, with its sets, or null where it cannot be booked or no longer exists. */
async function findBookable(ctx: AppContext, idOrCustomUrl: string) {
  try {
    const stage = await getStage(ctx, idOrCustomUrl);
    if (stage.instant) return null;
    const schedule = await listStageSchedule(ctx, { room: stage.id, ...knownSpan(ctx.clock.now()) });
    return { stage, schedule };
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Book Stage Performance · Cue" }];
}

export default function BookStageRoute({ loaderData }: Route.ComponentProps) {
  // Another stage's link is another page.
  return <BookStagePage key={loaderData.asked?.stage.id} loaded={loaderData} />;
}
