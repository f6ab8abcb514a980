import * as z from "zod/mini";
import { RoomAwardView } from "../../awards/contract.ts";
import { MemberView, RoleView } from "../../stages/contract/members.ts";
import { StagePageView, StageView } from "../../stages/contract/stages.ts";
import { SetRequestView } from "./requests.ts";

/** What the call `getRoom` answers: the stage with the specification's lists in it. */
export const RoomView = z.object({
  ...StageView.shape,
  lineup: StagePageView.shape.lineup,
  managers: StagePageView.shape.managers,
  memberCount: z.number(),
  members: z.array(MemberView),
  roles: z.array(RoleView),
  /** The latest that the stage has given, latest first. */
  awards: z.array(RoomAwardView),
  /** What waits for an answer; only its managers are told of any. */
  requests: z.array(SetRequestView),
  /** Of the performer on air. */
  bio: z.string(),
});
export type RoomView = z.infer<typeof RoomView>;
