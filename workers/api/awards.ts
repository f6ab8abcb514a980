import {
  listGeneralAwardsCall,
  listMyAwardsCall,
  listRoomAwardsCall,
  showAwardCall,
} from "#app/domains/awards/calls.ts";
import { ManageAwardInput } from "#app/domains/awards/contract.ts";
import { listGeneralAwards, listMyAwards, showAward } from "#app/domains/awards/own-awards.server.ts";
import { StageInput } from "#app/domains/stages/contract/stages.ts";
import { listRoomAwards } from "#app/domains/stages/room-awards.server.ts";
import { type Served, serve } from "./serve.ts";

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
