import { useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { followCall, unfollowCall } from "../calls/relations.ts";

export interface Follows {
  /** Whether the viewer followed them when the page was opened: then no button is shown. */
  wasFollowed: (personId: string) => boolean;
  isFollowed: (personId: string) => boolean;
  toggle: (personId: string) => void;
}

/**
 * Returns which of the people on a page, who may appear several times, the viewer follows: shown optimistically,
 * reverted when the server refuses. Presses are sent one after the other.
 */
export function useFollows(loadedIds: readonly string[]): Follows {
  const [loaded] = useState(() => new Set(loadedIds));
  const [followed, setFollowed] = useState<ReadonlySet<string>>(loaded);
  const queue = useRef(Promise.resolve());
  const show = (personId: string, isFollowed: boolean) =>
    setFollowed((now) => {
      const next = new Set(now);
      if (isFollowed) next.add(personId);
      else next.delete(personId);
      return next;
    });
  return {
    wasFollowed: (personId) => loaded.has(personId),
    isFollowed: (personId) => followed.has(personId),
    toggle: (personId) => {
      const isWanted = !followed.has(personId);
      show(personId, isWanted);
      queue.current = queue.current.then(async () => {
        try {
          const call = isWanted ? followCall : unfollowCall;
          const { following } = await callApi(call, { user: personId });
          show(personId, following);
          if (isWanted) showToast("confirm", "Following confirmed");
        } catch (error) {
          show(personId, !isWanted);
          showFailure(error);
        }
      });
    },
  };
}
