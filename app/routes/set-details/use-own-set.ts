import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { OwnSetView, SetChangeView, type UpdateSetInput } from "#app/domains/sets/contract/changes.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useLobby } from "../home/use-lobby.ts";

const call = "/api/sets/getOwnSet";
/** What the lobby does not tell, or tells while it cannot be heard, is seen within this. */
const lookAgainMs = 20_000;

/**
 * A set, read again whenever one is moved or cancelled somewhere, and what its performer and managers do with it. The
 * verbs throw what the server refuses.
 */
export function useOwnSet(loaded: OwnSetView) {
  const body = { set: loaded.id };
  const { data: set, mutate } = useSWR([call, loaded.id], () => callApi(call, { answer: OwnSetView, body }), {
    fallbackData: loaded,
    refreshInterval: lookAgainMs,
    onError: () => {},
  });
  useLobby(() => void mutate());

  /** Says what became of it; read again also when it is refused: somebody else may have been first. */
  const change = async (path: `/api/${string}`, input: object) => {
    try {
      const after = await callApi(path, { answer: SetChangeView, body: { ...body, ...input } });
      showToast(after.type, after.message);
    } finally {
      await mutate();
    }
  };
  return {
    set,
    update: (input: Omit<UpdateSetInput, "set">) => change("/api/sets/update", input),
    cancel: (isRest: boolean) => change("/api/sets/cancel", { rest: isRest, managingRoom: loaded.room?.id }),
  };
}
