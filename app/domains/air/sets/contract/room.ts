import * as z from "zod/mini";
import { RoomAwardView } from "#app/domains/value/awards/contract.ts";
import { MemberView, RoleView } from "../../stages/contract/members.ts";
import { StagePageView, StageView } from "../../stages/contract/stages.ts";
import { SetRequestView } from "./requests.ts";

/** The response of the call `getRoom`: the stage with the specification's lists in it. */
export const RoomView = z.object({
  ...StageView.shape,
  lineup: StagePageView.shape.lineup,
  managers: StagePageView.shape.managers,
  memberCount: z.number(),
  members: z.array(MemberView),
  roles: z.array(RoleView),
  /** The latest awards that the stage has given, latest first. */
  awards: z.array(RoomAwardView),
  /** Requests that wait for an answer; only its managers get any. */
  requests: z.array(SetRequestView),
  /** Bio of the performer on air. */
  bio: z.string(),
});
export type RoomView = z.infer<typeof RoomView>;
