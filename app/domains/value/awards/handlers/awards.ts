import { StageInput } from "#app/domains/air/stages/contract/stages.ts";
import { listRoomAwards } from "#app/domains/air/stages/room-awards.server.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import { listGeneralAwardsCall, listMyAwardsCall, listRoomAwardsCall, showAwardCall } from "../calls.ts";
import { ManageAwardInput } from "../contract.ts";
import { listGeneralAwards, listMyAwards, showAward } from "../own-awards.server.ts";

export const awards: readonly Served[] = [
  serve(listMyAwardsCall, {
    summary: "The signed-in user's awards, latest first.",
    run: listMyAwards,
  }),
  serve(listGeneralAwardsCall, { summary: "The awards that everyone can earn.", run: listGeneralAwards }),
  serve(listRoomAwardsCall, {
    summary: "The awards that a stage has given, latest first.",
    input: StageInput,
    run: listRoomAwards,
  }),
  serve(showAwardCall, {
    summary: "Show an earned award as title or badge, or none.",
    input: ManageAwardInput,
    run: showAward,
  }),
];
