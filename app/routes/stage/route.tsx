import { listLatestRoomSets } from "#app/domains/air/sets/played.server.ts";
import { openStage } from "#app/domains/air/stages/list-stages.server.ts";
import { listMembers } from "#app/domains/air/stages/members.server.ts";
import { listRoomAwards } from "#app/domains/air/stages/room-awards.server.ts";
import { listFollowedIds } from "#app/domains/people/people/lists.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/route";
import { stageCard } from "./share-card.ts";
import { StagePage } from "./stage-page.tsx";

export const handle: PageHandle = { hasChat: () => true };

/** The part that the page is rendered with; a signed-in user who opens the lineup requests all of it. */
const lineupLimit = 200;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const input = { room: params.room };
  const [page, members, awards, pastSets] = await forPage(
    request,
    Promise.all([
      openStage(app, input, { lineupLimit }),
      listMembers(app, input),
      listRoomAwards(app, input),
      listLatestRoomSets(app, input),
    ]),
  );
  const followedIds = await listFollowedIds(
    app,
    page.lineup.map(({ user }) => user.id),
  );
  const { origin, specialStage } = app.config;
  const isSpecial = specialStage?.stage === page.stage.id || specialStage?.stage === page.stage.customUrl;
  return {
    page,
    members,
    awards,
    pastSets,
    followedIds,
    special: isSpecial ? specialStage.text : null,
    origin,
  };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? stageCard(loaderData.page.stage, loaderData.origin) : [{ title: "Stage · Cue" }];
}

export default function StageRoute({ loaderData }: Route.ComponentProps) {
  // Another stage is another page: no state of the last one may remain.
  return <StagePage key={loaderData.page.stage.id} data={loaderData} />;
}
