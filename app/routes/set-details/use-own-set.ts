import useSWR from "swr";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import {
  cancelSetCall,
  endSetCall,
  openOwnSetCall,
  updateSetCall,
} from "#app/domains/air/sets/calls/changes.ts";
import type { OwnSetView, SetChangeView, UpdateSetInput } from "#app/domains/air/sets/contract/changes.ts";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import { answerRequest, type RequestVerb } from "#app/domains/air/sets/ui/answer-request.ts";
import { changedText } from "#app/domains/air/sets/ui/changed-text.ts";
import { showToast } from "#app/ui/toast.tsx";
import { readViewerClock } from "#app/ui/viewer-clock.ts";
import { useLobby } from "../home/use-lobby.ts";

/** Changes that the lobby does not report, or reports while it is not connected, appear within this time. */
const lookAgainMs = 20_000;

/**
 * A set, read again whenever any set is moved or cancelled, and its performer's and managers' actions. The actions
 * throw what the server refuses.
 */
export function useOwnSet(loaded: OwnSetView) {
  const body = { set: loaded.id };
  const {
    data: read,
    error,
    mutate,
  } = useSWR([openOwnSetCall.path, loaded.id], () => callApi(openOwnSetCall, body), {
    fallbackData: loaded,
    refreshInterval: lookAgainMs,
    onError: () => {},
  });
  const live = useLobby(() => void mutate());
  const [set = read] = withStates([read], [...(live?.values() ?? [])]);

  /** Shows the result; reads again also after a refusal: someone else may have been faster. */
  const change = async (send: () => Promise<SetChangeView>) => {
    try {
      const after = await send();
      showToast(after.type, changedText(set, after, readViewerClock()));
    } finally {
      await mutate();
    }
  };
  const answer = async (request: SetRequestView, verb: RequestVerb) => {
    try {
      await answerRequest(request, verb, () => mutate());
    } finally {
      await mutate();
    }
  };
  return {
    set,
    /** It is no longer the viewer's: another performer plays it. */
    isGone: error instanceof ApiFailure && error.code === "not-found",
    answer,
    offer: (user: string) => change(() => callApi(updateSetCall, { ...body, user })),
    readAgain: () => mutate(),
    update: (input: Omit<UpdateSetInput, "set">) =>
      change(() => callApi(updateSetCall, { ...body, ...input })),
    end: () => change(() => callApi(endSetCall, body)),
    cancel: (isRest: boolean) =>
      change(() => callApi(cancelSetCall, { ...body, rest: isRest, managingRoom: loaded.room?.id })),
  };
}
