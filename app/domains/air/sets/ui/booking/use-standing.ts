import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listMembersCall } from "#app/domains/air/stages/calls/members.ts";
import { listManagersCall } from "#app/domains/air/stages/calls/stages.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";

/** A person's roles on a stage, as far as they decide about their bookings. */
export interface StageStanding {
  isManager: boolean;
  /** Neither a member nor a manager. */
  isOutside: boolean;
  managers: PersonView[];
}

/** A performer's roles on a stage; undefined until loaded. The server makes the final decision. */
export function useStanding(
  stageId: string | undefined,
  performerId: string | undefined,
): StageStanding | undefined {
  const { data } = useSWR(
    stageId === undefined || performerId === undefined ? null : (["standing", stageId, performerId] as const),
    async ([, room]) => {
      const [managers, members] = await Promise.all([
        callApi(listManagersCall, { room }),
        callApi(listMembersCall, { room }),
      ]);
      const isManager = managers.some(({ id }) => id === performerId);
      return {
        isManager,
        isOutside: !isManager && members.every(({ user }) => user.id !== performerId),
        managers,
      };
    },
    { onError: () => {} },
  );
  return data;
}
