import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { PersonView } from "#app/domains/people/contract/people.ts";
import { listMembersCall } from "#app/domains/stages/calls/members.ts";
import { listManagersCall } from "#app/domains/stages/calls/stages.ts";

/** What someone is on a stage, as far as it decides about their bookings. */
export interface StageStanding {
  isManager: boolean;
  /** Neither a member nor a manager. */
  isOutside: boolean;
  managers: PersonView[];
}

/** How a performer stands to a stage; undefined until it is known. The server decides in the end. */
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
