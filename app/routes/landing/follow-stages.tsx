import { callApi } from "#app/api-client.ts";
import { listPublicStagesCall } from "#app/domains/air/stages/calls/public.ts";
import { useUpdates } from "#app/ui/use-updates.ts";
import type { GuestStage } from "./on-now.ts";

/** Passes on the stages as they change: guests have no lobby socket. */
export default function FollowStages({ onChange }: { onChange: (stages: GuestStage[]) => void }) {
  useUpdates(listPublicStagesCall.path, () => callApi(listPublicStagesCall), onChange);
  return null;
}
